import type { ReactNode } from "react";
import { PAYMENT_LABEL, PAYMENT_METHOD_IDS, type PaymentMethod } from "../payment-methods";
import { PHONE_INPUT_MAX } from "../order-contact";
import { isActive, type OrderStatus } from "../order-status";
import type { FormValues } from "~/lib/form-values";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, NameField, Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { ShownField, VersionField } from "~/components/form/version-field";
import { RadioCards } from "~/components/form/radio-cards";
import { IntentButton } from "~/components/form/intent-button";

type FrameProps = {
  intent: string;
  title: string;
  action: string;
  version: number;
  formError: FormError | undefined;
  prefill: FormValues;
  shown: object;
  submitLabel: string;
  children: ReactNode;
};

function Frame({ intent, title, action, version, formError, ...props }: FrameProps) {
  const { prefill, shown, submitLabel, children } = props;
  return (
    <PostForm
      action={action}
      formError={formError}
      prefill={prefill}
      aria-labelledby={`form-${intent}`}
      className="card grid gap-4 p-5 lg:max-xl:[&_.choices]:grid-cols-1"
    >
      <h2 id={`form-${intent}`} className="text-heading">
        {title}
      </h2>
      <ErrorSummary prefix="Update failed: " />
      <VersionField name="seenAt" value={version} />
      <ShownField values={shown} />
      {children}
      <p>
        <IntentButton intent={intent} variant="secondary">
          {submitLabel}
        </IntentButton>
      </p>
    </PostForm>
  );
}

type ContactProps = {
  action: string;
  status: OrderStatus;
  version: number;
  formError: FormError | undefined;
  contact: { name: string; email: string; phone: string };
};

export const EditContact = ({ contact, status, ...frame }: ContactProps) => (
  <Frame
    intent="contact"
    title="Contact"
    submitLabel="Save contact"
    prefill={contact}
    shown={contact}
    {...frame}
  >
    <NameField optional />
    <EmailField required={contact.email !== ""} />
    <Field
      name="phone"
      label="Phone"
      type="tel"
      optional
      inputMode="tel"
      maxLength={PHONE_INPUT_MAX}
    />
    {isActive(status) && (
      <fieldset>
        <legend className="label">If the email changes, the visitor's link does too</legend>
        <NewLinkChoices id="contact" status={status} to="new address" formError={frame.formError} />
      </fieldset>
    )}
  </Frame>
);

type LinkProps = { action: string; version: number; status: OrderStatus; formError?: FormError };

/** The earlier link ends. */
export const ReplaceLink = ({ action, version, status, formError }: LinkProps) => (
  <PostForm action={action} formError={formError} className="grid gap-2 print:hidden">
    <ErrorSummary prefix="Update failed: " />
    <VersionField name="seenAt" value={version} />
    <NewLinkChoices id="link" status={status} to="visitor" formError={formError} />
    <p>
      <IntentButton intent="link" variant="secondary">
        New link
      </IntentButton>
    </p>
  </PostForm>
);

type ChoicesProps = {
  id: string;
  status: OrderStatus;
  to: string;
  formError: FormError | undefined;
};

function NewLinkChoices({ id, status, to, formError }: ChoicesProps) {
  if (!isActive(status)) return null;
  const isPaid = status === "paid";
  const { sendsMail = "", replacesCodes = "" } = formError?.values ?? { sendsMail: "on" };
  return (
    <>
      <CheckField
        id={`${id}-sendsMail`}
        name="sendsMail"
        label={`Send the ${isPaid ? "tickets" : "confirmation"} to the ${to}`}
        defaultChecked={sendsMail === "on"}
      />
      {isPaid && (
        <CheckField
          id={`${id}-replacesCodes`}
          name="replacesCodes"
          label="Issue new codes for unused tickets"
          defaultChecked={replacesCodes === "on"}
        />
      )}
    </>
  );
}

type PaymentProps = {
  action: string;
  version: number;
  formError: FormError | undefined;
  method: PaymentMethod;
};

export const EditPayment = ({ method, ...frame }: PaymentProps) => (
  <Frame
    intent="payment"
    title="Payment method"
    submitLabel="Save payment method"
    prefill={{ paymentMethod: method }}
    shown={{ paymentMethod: method }}
    {...frame}
  >
    <RadioCards
      legend="Paid by"
      legendVariant="hidden"
      name="paymentMethod"
      options={PAYMENT_METHOD_IDS.map((value) => ({ value, title: PAYMENT_LABEL[value] }))}
    />
  </Frame>
);
