import { useEffect } from "react";
import { showToast } from "~/components/ui/toast";
import { firstMessage, type FormError } from "./form-state";

export function useErrorToast(formError: FormError | undefined, prefix = "") {
  useEffect(() => {
    if (formError && formError.issues.length === 0)
      showToast(firstMessage(formError, prefix), "bad");
  }, [formError, prefix]);
}
