import { useCallback, useEffect, useRef, useState } from "react";
import type { Fields } from "~/lib/form-values";

/**
 * What stands in the form right now. The form itself holds it, so that nothing typed before script took over is
 * lost; this state follows. Nothing is drawn again while `read` returns the same values.
 */
export function useTyped(initial: Fields, read = valuesIn) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const follow = useCallback(() => {
    if (!form.current) return;
    const now = read(form.current);
    setTyped((before) => (isSame(before, now) ? before : now));
  }, [read]);
  const set = useCallback((values: Fields) => setTyped((before) => ({ ...before, ...values })), []);

  /** Date and slot belong to the form and not to React, so they are written there. */
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

  // Later still, browsers fill in again what was typed before somebody left and came back.
  useEffect(() => {
    window.addEventListener("pageshow", follow);
    return () => window.removeEventListener("pageshow", follow);
  }, [follow]);

  return { form, typed, follow, set, chooseDay };
}

export const valuesIn = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

const isSame = (a: Fields, b: Fields) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
