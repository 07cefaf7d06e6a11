import { useState } from "react";

/** Stands for the stamp in a page that is kept and sent to many; each copy gets its own when it is sent. */
export const BLANK_STAMP = "to-be-stamped";

/** The hidden field that tells one drawn form from another. */
export function FormStamp({ name, stamp }: { name: string; stamp: string }) {
  const [inPage] = useState(() => stampInPage(name));
  const isBlank = stamp === BLANK_STAMP && inPage !== undefined;
  return <input type="hidden" name={name} value={isBlank ? inPage : stamp} />;
}

const stampInPage = (name: string) =>
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
