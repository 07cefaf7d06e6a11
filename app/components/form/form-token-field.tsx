import { useState } from "react";

/** Stands for the token in cached pages; the server replaces it in each response. */
export const FORM_TOKEN_PLACEHOLDER = "to-be-stamped";

/**
 * The data that React hydrates a cached page with still has the placeholder. The token is only in the document, and
 * React would overwrite it there.
 */
export function FormTokenField({ name, token }: { name: string; token: string }) {
  const [existing] = useState(() => tokenInDocument(name));
  const isPlaceholder = token === FORM_TOKEN_PLACEHOLDER && existing !== undefined;
  return <input type="hidden" name={name} value={isPlaceholder ? existing : token} />;
}

const tokenInDocument = (name: string) =>
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
