import { useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ScreenData } from "~/lib/screen-data";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, SelectField } from "~/components/form/field";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { Button } from "~/components/ui/button";
import { ErrorAlert } from "~/components/ui/error-alert";
import { CardHead } from "~/components/ui/section";
import { FACTOR_PATH } from "../factor/second-factor.rules";
import type { secondFactorView } from "../factor/second-factor.presenter.server";
import { PASSKEY_NAME_MAX } from "../passkeys/passkey.rules";
import { canUsePasskeys, makePasskey } from "./passkey-in-browser";

/** What the server answers to the password. */
export type PasskeyOffer = { name: string; token: string; options: string };
type Passkeys = ScreenData<typeof secondFactorView>["passkeys"];
type Props = {
  passkeys: Passkeys;
  offer: PasskeyOffer | undefined;
  answer: FormError | undefined;
};

/** Passkeys of the account: those that it has, one more, one less. */
export const PasskeysCards = ({ passkeys, offer, answer }: Props) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <AddPasskey
      key={passkeys.length} // empties the form once a passkey was added
      offer={offer}
      formError={errorForIntent(answer, "passkey-offer") ?? errorForIntent(answer, "passkey-add")}
    />
    {passkeys.length > 0 && (
      <OwnPasskeys passkeys={passkeys} formError={errorForIntent(answer, "passkey-remove")} />
    )}
  </div>
);

type AddProps = { offer: PasskeyOffer | undefined; formError: FormError | undefined };

function AddPasskey({ offer, formError }: AddProps) {
  const hydrated = useHydrated();
  const { isAsking, hasFailed } = useOffer(offer);
  const isSending = useIsSubmitting({ intent: "passkey-offer" });
  const isAdding = useIsSubmitting({ intent: "passkey-add" });
  return (
    <section aria-labelledby="passkeys" className="card grid gap-5 p-5 lg:p-6">
      <CardHead id="passkeys" title="Passkeys">
        Sign in with your fingerprint, your face or the PIN of a device, without password and code.
        Your password still works.
      </CardHead>
      <noscript>
        <p>Passkeys need JavaScript, which is off in this browser.</p>
      </noscript>
      {hydrated && !canUsePasskeys() ? (
        <p className="text-ink-2">This browser has no passkeys for this address.</p>
      ) : (
        <PostForm
          action={FACTOR_PATH}
          formError={formError}
          prefill={offer && { name: offer.name }}
          aria-labelledby="passkeys"
          className={`noscript:hidden grid gap-5 ${hydrated ? "" : "invisible"}`}
        >
          {hasFailed ? (
            <ErrorAlert>
              No passkey was made. Perhaps this device has one for your account already.
            </ErrorAlert>
          ) : (
            <ErrorSummary />
          )}
          <input type="hidden" name="intent" value="passkey-offer" />
          <Field
            name="name"
            label="Name"
            hint="So that you know it again, such as “Office laptop”."
            required
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
          />
          <PasswordField
            name="currentPassword"
            id={formError ? "currentPassword" : "passkey-password"}
            label="Current password"
            required
            autoComplete="current-password"
          />
          <Button busy={isSending || isAsking || isAdding} className="justify-self-start">
            Add passkey
          </Button>
        </PostForm>
      )}
    </section>
  );
}

/** Makes the passkey once the server has offered one, and sends it. */
function useOffer(offer: PasskeyOffer | undefined) {
  const submit = useSubmit();
  const [failed, setFailed] = useState<PasskeyOffer>();
  useEffect(() => {
    if (!offer) return;
    let isGone = false;
    const { name, token, options } = offer;
    makePasskey(options).then(
      (made) => {
        if (isGone) return;
        const response = JSON.stringify(made);
        submit(
          { intent: "passkey-add", name, token, response },
          { method: "post", action: `${FACTOR_PATH}#errors`, preventScrollReset: true },
        );
      },
      () => {
        if (!isGone) setFailed(offer);
      },
    );
    return () => {
      isGone = true;
    };
  }, [offer, submit]);
  const hasFailed = offer !== undefined && failed === offer;
  return { isAsking: offer !== undefined && !hasFailed, hasFailed };
}

type OwnProps = { passkeys: Passkeys; formError: FormError | undefined };

const OwnPasskeys = ({ passkeys, formError }: OwnProps) => (
  <section aria-labelledby="own-passkeys" className="card grid gap-5 p-5 lg:p-6">
    <CardHead id="own-passkeys" title="Your passkeys">
      Remove those of devices that you no longer have.
    </CardHead>
    <ul className="grid">
      {passkeys.map(({ id, name, since, lastUsed }) => (
        <li key={id} className="border-t border-line py-4">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-small text-ink-2">
            Since {since}, {lastUsed === null ? "not used yet" : `last used ${lastUsed}`}
          </p>
        </li>
      ))}
    </ul>
    <PostForm
      action={FACTOR_PATH}
      formError={formError}
      aria-label="Remove a passkey"
      className="grid gap-5"
    >
      <ErrorSummary />
      <input type="hidden" name="intent" value="passkey-remove" />
      <SelectField
        name="id"
        label="Passkey to remove"
        options={passkeys.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <PasswordField
        name="currentPassword"
        id={formError ? "currentPassword" : "passkey-remove-password"}
        label="Current password"
        required
        autoComplete="current-password"
      />
      <Button
        variant="danger"
        busy={useIsSubmitting({ intent: "passkey-remove" })}
        className="justify-self-start"
      >
        Remove passkey
      </Button>
    </PostForm>
  </section>
);
