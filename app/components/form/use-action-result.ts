import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import type { FormError } from "./form-state";

const SESSION_EXPIRED_ERROR =
  "You were signed out, and this was not saved. Check it, then send it again.";
const SESSION_EXPIRED_WITH_FILE_ERROR = `${SESSION_EXPIRED_ERROR} Choose the file again, too.`;

type StashedSubmission = { path: string; email: string; answer: FormError };

/** Outside React, because the sign-in replaces the page. In memory only: a logout or reload clears it. */
let stash: StashedSubmission | undefined;

/** Saves a form that was answered with a redirect to the sign-in, for the page that the sign-in leads back to. */
export function stashSubmission(signIn: URL, values: FormError["values"], hadFile: boolean) {
  const { root } = window.__remixRouter.state.loaderData;
  const path = signIn.searchParams.get("redirectTo");
  const email: unknown = root?.staff?.email;
  if (path === null || typeof email !== "string") return;
  const message = hadFile ? SESSION_EXPIRED_WITH_FILE_ERROR : SESSION_EXPIRED_ERROR;
  const answer = { message, issues: [], values, isCompleteMessage: true };
  stash = { path, email, answer };
}

/** The action's result; else the stashed form, once the same person has signed in again. */
export function useActionResult<Action>() {
  const answer = useActionData<Action>();
  const { key, pathname, search } = useLocation();
  const { staff } = useRootData();
  const [restored] = useState(() =>
    stash?.path === pathname + search && stash.email === staff?.email
      ? { key, answer: stash.answer }
      : null,
  );
  useEffect(() => {
    if (restored || stash?.email !== staff?.email) stash = undefined;
  }, [restored, staff]);

  return answer ?? (restored?.key === key ? (restored.answer as typeof answer) : undefined);
}
