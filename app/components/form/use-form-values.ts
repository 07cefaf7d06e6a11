import { useCallback, useEffect, useRef, useState } from "react";
import type { FormValues } from "~/lib/form-values";

/** The current values of an uncontrolled form, including input made before hydration. */
export function useFormValues(initial: FormValues, read = valuesIn) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const follow = useCallback(() => {
    if (!form.current) return;
    const now = read(form.current);
    setTyped((before) => (isSame(before, now) ? before : now));
  }, [read]);
  const set = useCallback(
    (values: FormValues) => setTyped((before) => ({ ...before, ...values })),
    [],
  );

  const chooseDay = useCallback(
    (day: string) => {
      const fields = form.current?.querySelectorAll<HTMLInputElement>("[name=date], [name=slot]");
      for (const field of fields ?? []) {
        if (field.type === "radio") field.checked = false;
        else field.value = day;
      }
      follow();
    },
    [follow],
  );

  useEffect(follow, [follow]);

  // Browsers restore form values at `pageshow`.
  useEffect(() => {
    window.addEventListener("pageshow", follow);
    return () => window.removeEventListener("pageshow", follow);
  }, [follow]);

  return { form, typed, follow, set, chooseDay };
}

export const valuesIn = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

const isSame = (a: FormValues, b: FormValues) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
