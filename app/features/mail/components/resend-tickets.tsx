import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";

type Props = { action: string; email: string; formError: FormError | undefined };

/** The tickets once more, to the order's address; to one that is asked for where it has none. */
export const ResendTickets = ({ action, email, formError }: Props) => (
  <PostForm
    action={action}
    formError={formError}
    aria-labelledby="form-resend"
    className="card grid gap-3 p-5 print:hidden"
  >
    <h2 id="form-resend" className="text-heading">
      Send tickets again
    </h2>
    <ErrorSummary prefix="Not sent: " />
    {email ? (
      <p className="text-ink-2 wrap-anywhere">To {email}, with the codes as they are now.</p>
    ) : (
      <EmailField label="Send to" hint="It is not stored with the order." autoComplete="off" />
    )}
    <p className="acts">
      <IntentButton intent="resend" variant="secondary">
        Send tickets again
      </IntentButton>
    </p>
  </PostForm>
);
