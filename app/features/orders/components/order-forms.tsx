import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { PAYMENT_LABEL, PAYMENT_METHOD_IDS, type PaymentMethod } from "../payment-methods";
import { PHONE_INPUT_MAX } from "../order-contact";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Button } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { createFieldProps, type FormError } from "~/components/form/form-state";
import { VersionField } from "~/components/form/version-field";
import { RadioCards } from "~/components/form/radio-cards";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type FrameProps = {
  intent: string;
  title: string;
  action: string;
  /** The order's `updatedAt`. */
  version: number;
  formError: FormError | undefined;
  fields: Record<string, string>;
  submitLabel: string;
  children: ReactNode;
};

function Frame({ intent, title, action, version, formError, ...props }: FrameProps) {
  const { fields, submitLabel, children } = props;
  return (
    <Form
      method="post"
      action={`${action}#errors`}
      preventScrollReset
      aria-labelledby={`form-${intent}`}
      className="card grid gap-4 p-5 lg:max-xl:[&_.choices]:grid-cols-1"
    >
      <h2 id={`form-${intent}`} className="text-heading">
        {title}
      </h2>
      <ErrorSummary formError={formError} fields={fields} prefix="Update failed: " />
      <VersionField name="seenAt" value={version} formError={formError} />
      {children}
      <p>
        <Button variant="secondary" name="intent" value={intent} busy={useIsSubmitting({ intent })}>
          {submitLabel}
        </Button>
      </p>
    </Form>
  );
}

const CONTACT = { "contact.name": "name", "contact.email": "email", "contact.phone": "phone" };

type ContactProps = {
  action: string;
  version: number;
  formError: FormError | undefined;
  contact: { name: string; email: string; phone: string };
};

export function EditContact({ contact, formError, ...frame }: ContactProps) {
  const field = createFieldProps(formError, contact);
  return (
    <Frame
      intent="contact"
      title="Contact"
      submitLabel="Save contact"
      fields={CONTACT}
      formError={formError}
      {...frame}
    >
      <Field {...field("name", "contact.name")} label="Name" optional maxLength={MAX_LENGTH.name} />
      <Field
        {...field("email", "contact.email")}
        label="Email"
        type="email"
        required
        maxLength={MAX_LENGTH.email}
      />
      <Field
        {...field("phone", "contact.phone")}
        label="Phone"
        type="tel"
        optional
        inputMode="tel"
        maxLength={PHONE_INPUT_MAX}
      />
    </Frame>
  );
}

type PaymentProps = {
  action: string;
  version: number;
  formError: FormError | undefined;
  method: PaymentMethod;
};

export const EditPayment = ({ method, formError, ...frame }: PaymentProps) => (
  <Frame
    intent="payment"
    title="Payment method"
    submitLabel="Save payment method"
    fields={{ paymentMethod: "paymentMethod" }}
    formError={formError}
    {...frame}
  >
    <RadioCards
      legend="Paid by"
      legendVariant="hidden"
      name="paymentMethod"
      options={PAYMENT_METHOD_IDS.map((value) => ({ value, title: PAYMENT_LABEL[value] }))}
      defaultValue={method}
      error={formError?.issues[0]?.message}
    />
  </Frame>
);
