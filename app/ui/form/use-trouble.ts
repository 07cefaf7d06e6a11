import { useEffect } from "react";
import { useToast } from "../base/toast";
import { reasonOf, type Refused } from "./form-state";

/** What is not about a field is said by a toast as well (spec 8). */
export function useTrouble(refused: Refused | undefined, prefix = "") {
  const { show } = useToast();
  useEffect(() => {
    if (refused && refused.complaints.length === 0) show(reasonOf(refused, prefix), "bad");
  }, [refused, prefix, show]);
}
