import { useState } from "react";

/** Stands for the token in cached pages; the server replaces it in each response. */
export const FORM_TOKEN_PLACEHOLDER = "to-be-stamped";

/** Hydration data of a cached page has the placeholder, and React would overwrite the document's token with it. */
export function FormTokenField({ name, token }: { name: string; token: string }) {
  const [existing] = useState(() => tokenInDocument(name));
  const isPlaceholder = token === FORM_TOKEN_PLACEHOLDER && existing !== undefined;
  return <input type="hidden" name={name} value={isPlaceholder ? existing : token} />;
}

const tokenInDocument = (name: string) =>
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
