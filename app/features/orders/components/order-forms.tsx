import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  PAYMENT_LABEL,
  PAYMENT_METHODS,
  PHONE_TYPED_MAX,
  type PaymentMethod,
} from "../order.rules";
import { LONGEST } from "~/lib/text-limits";
import { Button } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { fieldsOf, type Refused } from "~/components/form/form-state";
import { SeenField } from "~/components/form/version-field";
import { RadioCards } from "~/components/form/radio-cards";
import { useSending } from "~/components/form/use-is-submitting";

type FrameProps = {
  intent: string;
  title: string;
  action: string;
  /** When the order was last changed, as this page shows it. */
  seenAt: number;
  refused: Refused | undefined;
  fields: Record<string, string>;
  submitLabel: string;
  children: ReactNode;
};

/** One form of an order's page. Errors show in the form they are about. */
function Frame({ intent, title, action, seenAt, refused, ...props }: FrameProps) {
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
      <ErrorSummary refused={refused} fields={fields} prefix="Update failed: " />
      <SeenField name="seenAt" value={seenAt} refused={refused} />
      {children}
      <p>
        <Button variant="secondary" name="intent" value={intent} busy={useSending({ intent })}>
          {submitLabel}
        </Button>
      </p>
    </Form>
  );
}

const CONTACT = { "contact.name": "name", "contact.email": "email", "contact.phone": "phone" };

type ContactProps = {
  action: string;
  seenAt: number;
  refused: Refused | undefined;
  contact: { name: string; email: string; phone: string };
};

export function EditContact({ contact, refused, ...frame }: ContactProps) {
  const field = fieldsOf(refused, contact);
  return (
    <Frame
      intent="contact"
      title="Contact"
      submitLabel="Save contact"
      fields={CONTACT}
      refused={refused}
      {...frame}
    >
      <Field {...field("name", "contact.name")} label="Name" optional maxLength={LONGEST.name} />
      <Field
        {...field("email", "contact.email")}
        label="Email"
        type="email"
        required
        maxLength={LONGEST.email}
      />
      <Field
        {...field("phone", "contact.phone")}
        label="Phone"
        type="tel"
        optional
        inputMode="tel"
        maxLength={PHONE_TYPED_MAX}
      />
    </Frame>
  );
}

type PaymentProps = {
  action: string;
  seenAt: number;
  refused: Refused | undefined;
  method: PaymentMethod;
};

export const EditPayment = ({ method, refused, ...frame }: PaymentProps) => (
  <Frame
    intent="payment"
    title="Payment method"
    submitLabel="Save payment method"
    fields={{ paymentMethod: "paymentMethod" }}
    refused={refused}
    {...frame}
  >
    <RadioCards
      legend="Paid by"
      legendLook="hidden"
      name="paymentMethod"
      options={PAYMENT_METHODS.map((value) => ({ value, title: PAYMENT_LABEL[value] }))}
      defaultValue={method}
      error={refused?.complaints[0]?.message}
    />
  </Frame>
);
