import { MAX_LENGTH } from "~/lib/text-limits";
import { Button } from "~/components/ui/button";
import { SentNotice } from "~/components/ui/error-alert";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, NameField, Field, TextArea } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { useDraft } from "~/components/form/use-draft";
import { useErrorToast } from "~/components/form/use-error-toast";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { ReplyTime } from "./reply-time";

const FAILED = "Failed to send message: ";

type Props = {
  opened: string;
  sent: boolean;
  formError: FormError | undefined;
};

export function ContactForm({ opened, sent, formError }: Props) {
  const busy = useIsSubmitting();
  const unsent = useDraft("contact");
  useErrorToast(formError, FAILED);

  return (
    <PostForm
      id="contact"
      // Another name stops Firefox from restoring the sent values into the empty form on reload.
      name={sent ? "another" : undefined}
      action="/contact"
      formError={formError}
      prefill={unsent}
      aria-labelledby="write-to-us"
      className="card grid gap-5 p-5 md:p-8 lg:col-start-2"
    >
      <div>
        <h2 id="write-to-us" className="text-legend">
          Write to us
        </h2>
        <p className="mt-2 text-ink-2">
          <RequiredNote />
        </p>
      </div>
      {sent && !formError && (
        <SentNotice>
          Thank you. We reply within <ReplyTime />.
        </SentNotice>
      )}
      <ErrorSummary prefix={FAILED} />

      <div className="grid items-end gap-5 sm:grid-cols-2">
        <NameField required autoComplete="name" />
        <EmailField autoComplete="email" />
      </div>
      <Field
        name="subject"
        label="Subject"
        optional
        autoComplete="off"
        maxLength={MAX_LENGTH.subject}
      />
      <TextArea name="message" label="Message" required maxLength={MAX_LENGTH.text} />
      <Honeypot formToken={unsent?.opened ?? opened} />
      <Button size={52} busy={busy} className="justify-self-start max-sm:w-full">
        Send message
      </Button>
    </PostForm>
  );
}
