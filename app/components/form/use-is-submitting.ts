import { useNavigation } from "@remix-run/react";

/** Whether a form of this page is on its way; of several, one that sends these values. */
export function useSending(values: Record<string, string> = {}) {
  const { formMethod, formData } = useNavigation();
  return (
    formMethod === "POST" &&
    Object.entries(values).every(([name, value]) => formData?.get(name) === value)
  );
}
