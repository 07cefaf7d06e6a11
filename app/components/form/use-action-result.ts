import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import type { Refused } from "./form-state";

const NOT_SAVED = "You were signed out, and this was not saved. Check it, then send it again.";
const NO_FILE = `${NOT_SAVED} Choose the file again, too.`;

type Unsaved = { at: string; email: string; answer: Refused };

/** In memory and nowhere else: a reload forgets it, and so does Logout, which loads a new document. */
let unsaved: Unsaved | undefined;

/**
 * To be called when a form was answered by the sign-in, because the session had ended: keeps what was typed, for
 * the page that the sign-in leads back to.
 */
export function keepUnsaved(signIn: URL, values: Refused["values"], hadFile: boolean) {
  const { root } = window.__remixRouter.state.loaderData;
  const at = signIn.searchParams.get("redirectTo");
  const email: unknown = root?.staff?.email;
  if (at === null || typeof email !== "string") return;
  const message = hadFile ? NO_FILE : NOT_SAVED;
  const answer = { message, complaints: [], values, isWhole: true, isUnsaved: true };
  unsaved = { at, email, answer };
}

/**
 * What the form's action answered; or the form as it was sent when the session had ended, once the same person has
 * signed in again.
 */
export function useAnswer<Action>() {
  const answer = useActionData<Action>();
  const { key, pathname, search } = useLocation();
  const { staff } = useRootData();
  const [kept] = useState(() =>
    unsaved?.at === pathname + search && unsaved.email === staff?.email
      ? { key, answer: unsaved.answer }
      : null,
  );
  // Of one person only: whoever signs in instead finds nothing, and later nobody does.
  useEffect(() => {
    if (kept || unsaved?.email !== staff?.email) unsaved = undefined;
  }, [kept, staff]);

  return answer ?? (kept?.key === key ? (kept.answer as typeof answer) : undefined);
}
