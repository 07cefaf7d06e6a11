import { useEffect } from "react";
import { showToast } from "../base/toast";
import { reasonOf, type Refused } from "./form-state";

/** What is not about a field is said by a toast as well (spec 8). */
export function useTrouble(refused: Refused | undefined, prefix = "") {
  useEffect(() => {
    if (refused && refused.complaints.length === 0) showToast(reasonOf(refused, prefix), "bad");
  }, [refused, prefix]);
}
