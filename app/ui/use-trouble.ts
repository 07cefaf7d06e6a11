import { useEffect } from "react";
import type { Refused } from "./form-state";
import { useToast } from "./toast";

/** What is not about a field is said by a toast as well (spec 8). */
export function useTrouble(refused: Refused | undefined, prefix = "") {
  const { show } = useToast();
  useEffect(() => {
    if (!refused || refused.complaints.length > 0) return;
    show(refused.isFault ? refused.message : prefix + refused.message, "bad");
  }, [refused, prefix, show]);
}
