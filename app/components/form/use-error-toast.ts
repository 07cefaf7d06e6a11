import { useEffect } from "react";
import { showToast } from "~/components/ui/toast";
import { reasonOf, type Refused } from "./form-state";

/** Shows a refusal that is about no field as a toast too (spec 8). */
export function useRefusalToast(refused: Refused | undefined, prefix = "") {
  useEffect(() => {
    if (refused && refused.complaints.length === 0) showToast(reasonOf(refused, prefix), "bad");
  }, [refused, prefix]);
}
