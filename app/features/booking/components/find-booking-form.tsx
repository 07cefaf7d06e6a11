import { Form, Link } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { LONGEST } from "~/lib/text-limits";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { fieldsOf, type Refused } from "~/components/form/form-state";
import { Honeypot } from "~/components/form/honeypot";
import { useSending } from "~/components/form/use-is-submitting";
import { ReplyTime } from "~/features/messages/components/reply-time";

type Props = {
  /** Proof of when the form was first drawn. */
  opened: string;
  asked: boolean;
  /** Whether this site sends mail; else a person answers. */
  byMail: boolean;
  refused: Refused | undefined;
};

export function FindBookingForm({ opened, asked, byMail, refused }: Props) {
  const hydrated = useHydrated();
  const busy = useSending();
  return (
    <Form
      method="post"
      action="/tickets/find#errors"
      noValidate={hydrated}
      preventScrollReset
      aria-label="Find my booking"
      className="card grid gap-5 p-5 md:p-8"
    >
      <p className="text-ink-2">
        <RequiredNote />
      </p>
      {asked && !refused && <Asked byMail={byMail} />}
      <ErrorSummary refused={refused} fields={{ email: "email" }} />
      <Field
        {...fieldsOf(refused)("email")}
        label="Email"
        type="email"
        required
        autoComplete="email"
        maxLength={LONGEST.email}
      />
      <p className="text-ink-2">
        Booked with another address?{" "}
        <Link to="/contact" className="link">
          Write to us
        </Link>{" "}
        and include your order number if you know it.
      </p>
      <Honeypot opened={opened} />
      <Button size={52} busy={busy} className="justify-self-start max-sm:w-full">
        Find my booking
      </Button>
    </Form>
  );
}

/** The same words whether there is a booking or not. */
const Asked = ({ byMail }: { byMail: boolean }) => (
  <p
    role="status"
    className="flex items-start gap-3 rounded-choice border border-transparent bg-paid-bg px-5 py-4 font-semibold text-paid-fg"
  >
    <Icon of={CircleCheck} size={22} />
    {byMail ? (
      "If an upcoming visit is booked under that address, an email with its link is on its way. Please check your spam folder too."
    ) : (
      <span>
        We have received your request. If an upcoming visit is booked under that address, we reply
        within <ReplyTime />.
      </span>
    )}
  </p>
);
