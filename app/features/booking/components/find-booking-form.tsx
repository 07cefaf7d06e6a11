import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { SentNotice } from "~/components/ui/error-alert";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { ReplyTime } from "~/features/messages/components/reply-time";

type Props = {
  /** Signed time at which the form was first rendered. */
  opened: string;
  isRequested: boolean;
  /** Whether the site sends email; otherwise staff reply. */
  byMail: boolean;
  formError: FormError | undefined;
};

export function FindBookingForm({ opened, isRequested, byMail, formError }: Props) {
  const busy = useIsSubmitting();
  return (
    <PostForm
      action="/tickets/find"
      formError={formError}
      aria-label="Find my booking"
      className="card grid gap-5 p-5 md:p-8 lg:col-start-2"
    >
      <p className="text-ink-2">
        <RequiredNote />
      </p>
      {isRequested && !formError && <RequestReceived byMail={byMail} />}
      <ErrorSummary />
      <EmailField autoComplete="email" />
      <p className="text-ink-2">
        Booked with another address?{" "}
        <Link to="/contact" className="link">
          Write to us
        </Link>{" "}
        and include your order number if you know it.
      </p>
      <Honeypot formToken={opened} />
      <Button size={52} busy={busy} className="justify-self-start max-sm:w-full">
        Find my booking
      </Button>
    </PostForm>
  );
}

/** The same text whether a booking exists or not, so that it does not reveal which addresses have booked. */
const RequestReceived = ({ byMail }: { byMail: boolean }) => (
  <SentNotice>
    {byMail ? (
      "If an upcoming visit is booked under that address, an email with its link is on its way. Please check your spam folder too."
    ) : (
      <>
        We have received your request. If an upcoming visit is booked under that address, we reply
        within <ReplyTime />.
      </>
    )}
  </SentNotice>
);
