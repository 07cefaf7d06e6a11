import { Link } from "@remix-run/react";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import { ErrorSummary } from "~/components/form/error-summary";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { ScreenData } from "~/lib/screen-data";
import type { setupView } from "../setup.presenter.server";
import { SETUP_PATH } from "../setup.rules";
import { STEP_TEXTS } from "./setup-steps";

type View = ScreenData<typeof setupView>;
type Props = View & { formError: FormError | undefined };

export function SetupScreen({ formError, ...view }: Props) {
  const { steps, isOver, areBookingsOpen } = view;
  const done = steps.filter(({ isDone }) => isDone).length;
  const mailError = errorForIntent(formError, "mail");
  return (
    <>
      <PageHead title="First steps" description={`${done} of ${steps.length} done`}>
        <PostForm action={SETUP_PATH} formError={undefined}>
          {isOver ? (
            <IntentButton intent="show" variant="secondary" disabled={done === steps.length}>
              Show on the dashboard
            </IntentButton>
          ) : (
            <IntentButton intent="dismiss" variant="secondary">
              Dismiss
            </IntentButton>
          )}
        </PostForm>
      </PageHead>
      <ErrorSummary formError={mailError ? undefined : formError} />
      <p className="text-ink-2">
        Bookings are {areBookingsOpen ? "open" : "closed"}.{" "}
        <Link to="/admin/dashboard/zoo/hours#open-title" className="underline">
          {areBookingsOpen ? "Close them until all is right" : "Open them"}
        </Link>
      </p>
      <ol className="grid gap-3">
        {steps.map((step) => (
          <Step
            key={step.id}
            {...step}
            {...view}
            formError={step.id === "mail" ? mailError : undefined}
          />
        ))}
      </ol>
    </>
  );
}

type StepProps = View["steps"][number] & Props;

function Step({ id, isDone, isMarked, isMailConfigured, email, formError }: StepProps) {
  const { title, line, to, link } = STEP_TEXTS[id];
  return (
    <li id={id} className="card grid gap-3 p-4 sm:grid-cols-[1fr_auto] sm:items-center lg:px-6">
      <div className="flex items-start gap-3">
        <Icon
          icon={isDone ? CircleCheck : Circle}
          size={24}
          className={isDone ? "text-paid-fg" : "text-ink-2"}
        />
        <div>
          <h2 className="text-legend">
            {title}
            {isDone && <span className="font-normal text-ink-2"> · done</span>}
          </h2>
          <p className="text-ink-2">
            {id === "mail" && !isMailConfigured
              ? "No mail server is set up yet, so visitors get no mail. Set SMTP_URL where the site runs."
              : line}
          </p>
        </div>
      </div>
      <PostForm action={SETUP_PATH} formError={undefined} className="flex flex-wrap gap-3">
        <input type="hidden" name="step" value={id} />
        <ButtonLink to={to} variant="secondary" size={36} className="max-lg:min-h-11">
          {link}
        </ButtonLink>
        {id === "mail" && isMailConfigured && (
          <IntentButton intent="mail" size={36} className="max-lg:min-h-11">
            Send a test mail to {email}
          </IntentButton>
        )}
        {!isDone && <MarkButton intent="done" label="Mark as done" title={title} />}
        {isMarked && <MarkButton intent="undo" label="Not done" title={title} />}
      </PostForm>
      <div className="empty:hidden sm:col-span-2">
        <ErrorSummary formError={formError} />
      </div>
    </li>
  );
}

type MarkProps = { intent: string; label: string; title: string };

const MarkButton = ({ intent, label, title }: MarkProps) => (
  <IntentButton
    intent={intent}
    variant="ghost"
    size={36}
    className="max-lg:min-h-11"
    aria-label={`${label}: ${title}`}
  >
    {label}
  </IntentButton>
);
