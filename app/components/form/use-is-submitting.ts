import { useNavigation } from "@remix-run/react";

export function useIsSubmitting(values: Record<string, string> = {}) {
  const { formMethod, formData } = useNavigation();
  return (
    formMethod === "POST" &&
    Object.entries(values).every(([name, value]) => formData?.get(name) === value)
  );
}
