import { Link, useSubmit } from "@remix-run/react";
import { useState } from "react";
import type { FormError } from "~/components/form/form-state";
import { ErrorSummary } from "~/components/form/error-summary";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { Button } from "~/components/ui/button";
import { ErrorAlert } from "~/components/ui/error-alert";
import { PASSKEY_SIGN_IN } from "../passkeys/passkey.rules";
import { SignInFrame } from "./sign-in-frame";
import { askForPasskey, canUsePasskeys } from "./passkey-in-browser";

type Props = {
  redirectTo: string;
  options: string;
  token: string;
  formError: FormError | undefined;
};

/** Instead of password and code. Needs script, and a browser with passkeys. */
export function PasskeyScreen({ redirectTo, options, token, formError }: Props) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const [state, setState] = useState<"idle" | "asking" | "failed">("idle");
  const isSending = useIsSubmitting();
  const canUse = !hydrated || canUsePasskeys();

  async function ask() {
    setState("asking");
    try {
      const response = JSON.stringify(await askForPasskey(options));
      setState("idle");
      submit({ token, response, redirectTo }, { method: "post", action: PASSKEY_SIGN_IN });
    } catch {
      setState("failed");
    }
  }

  return (
    <SignInFrame title="Use a passkey">
      <div className="mt-5 grid gap-5">
        {state === "failed" ? (
          <ErrorAlert>No passkey was used. Try again, or sign in with your password.</ErrorAlert>
        ) : (
          <ErrorSummary formError={formError} />
        )}
        <noscript>
          <p>Passkeys need JavaScript, which is off in this browser.</p>
        </noscript>
        {canUse ? (
          <div className={`noscript:hidden grid gap-5 ${hydrated ? "" : "invisible"}`}>
            <p className="text-ink-2">
              Your device asks for your fingerprint, your face or its PIN. No password and no code
              are needed.
            </p>
            <Button type="button" size={52} busy={state === "asking" || isSending} onClick={ask}>
              Sign in
            </Button>
          </div>
        ) : (
          <p role="status">This browser has no passkeys for this address.</p>
        )}
      </div>
      <p className="mt-6">
        <Link to={`/login?${new URLSearchParams({ redirectTo })}`} className="link list-link">
          Use my password
        </Link>
      </p>
    </SignInFrame>
  );
}
