import { sameText, seal } from "~/domain/codes.server";
import { DomainError } from "~/domain/errors";
import { sessionSecret } from "~/domain/secrets.server";
import type { Fields } from "./body.server";

/** A form that took less time than this was not read. */
const HASTE_MS = 2_000;

/** Goes into a form as the hidden field `opened`: when it was drawn, and proof that we drew it. */
export const openedNow = () => {
  const at = String(Date.now());
  return `${at}.${sealed(at)}`;
};

/**
 * Programs fill every field, and at once. A person whose browser did either loses nothing: the form
 * comes back as it was typed, with the trap emptied, and the second press goes through.
 */
export function refusePrograms({ website, opened }: Fields, button: string) {
  if (website || !wasRead(opened ?? "")) {
    throw new DomainError("invalid", `Please press ${button} once more`);
  }
}

function wasRead(opened: string) {
  const [at = "", proof = ""] = opened.split(".");
  return sameText(proof, sealed(at)) && Date.now() - Number(at) >= HASTE_MS;
}

const sealed = (at: string) => seal(sessionSecret(), `opened ${at}`);
