import { Link } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";

type Props = {
  own: string;
  given: { reference: string; isNotFound: boolean } | null;
  formError: FormError | undefined;
};

/** After the transfer: its visitor says which one it was, and may correct it. */
export const GiveReference = ({ own, given, formError }: Props) => (
  <div className="grid w-full gap-4 border-t border-line pt-4 print:hidden">
    {given && <State {...given} />}
    <PostForm
      key={given?.reference}
      action={own}
      formError={formError}
      prefill={{ upiReference: given?.reference }}
      className="grid justify-items-start gap-3"
    >
      <ErrorSummary />
      <Field
        name="upiReference"
        label="UPI reference (12 digits)"
        hint="Your app shows it with the payment, as UPI reference, UTR or transaction number."
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        required
        className="w-full max-w-[22rem]"
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <IntentButton intent="reference" variant="secondary">
          {given ? "Correct the reference" : "Send the reference"}
        </IntentButton>
        {(formError || given?.isNotFound) && (
          <Link to="/contact" className="link">
            Write to us
          </Link>
        )}
      </div>
    </PostForm>
  </div>
);

const State = ({ reference, isNotFound }: NonNullable<Props["given"]>) => (
  <p className="rounded-card bg-pending-bg p-4 text-pending-fg">
    {isNotFound ? (
      <>
        <strong>We did not find {reference} at our bank.</strong> Compare it with your app, and
        correct it.
      </>
    ) : (
      <>
        <strong>We have your reference {reference}; the zoo confirms it.</strong> Your tickets
        appear here and come by email then.
      </>
    )}
  </p>
);
