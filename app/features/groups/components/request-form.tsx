import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, Field, NameField, SelectField, TextArea } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { useDraft } from "~/components/form/use-draft";
import { useErrorToast } from "~/components/form/use-error-toast";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useRootData } from "~/components/hooks/use-root-data";
import { Button } from "~/components/ui/button";
import { SentNotice } from "~/components/ui/error-alert";
import { ReplyTime } from "~/features/messages/components/reply-time";
import { PHONE_INPUT_MAX } from "~/features/orders/order-contact";
import { MAX_LENGTH } from "~/lib/text-limits";
import { MOST_HEADS } from "../groups.rules";

const FAILED = "Request failed: ";

type Option = { value: string; label: string };
type Props = {
  opened: string;
  sent: boolean;
  slots: readonly Option[];
  formError: FormError | undefined;
};

/** What a school asks the zoo for. */
export function RequestForm({ opened, sent, slots, formError }: Props) {
  const busy = useIsSubmitting();
  const unsent = useDraft("group-request");
  useErrorToast(formError, FAILED);
  const days = [
    { date: "date", slot: "slot", label: "First choice" },
    { date: "date2", slot: "slot2", label: "Second choice" },
    { date: "date3", slot: "slot3", label: "Third choice" },
  ];

  return (
    <PostForm
      id="group-request"
      // Another name stops Firefox from restoring the sent values into the empty form on reload.
      name={sent ? "another" : undefined}
      action="/groups"
      formError={formError}
      prefill={unsent}
      aria-labelledby="ask-for-places"
      className="card grid gap-5 p-5 md:p-8 lg:col-start-2"
    >
      <div>
        <h2 id="ask-for-places" className="text-legend">
          Ask for places
        </h2>
        <p className="mt-2 text-ink-2">
          <RequiredNote />
        </p>
      </div>
      {sent && !formError && (
        <SentNotice>
          Thank you. We answer within <ReplyTime />.
        </SentNotice>
      )}
      <ErrorSummary prefix={FAILED} />
      <Field
        name="organisation"
        label="School or group"
        required
        autoComplete="organization"
        maxLength={MAX_LENGTH.name}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Heads name="pupils" label="Pupils" min={1} />
        <Heads name="adults" label="Teachers and other adults" min={0} />
      </div>
      <Field
        name="ages"
        label="Ages"
        optional
        hint="For example 8 to 10 years."
        autoComplete="off"
        maxLength={MAX_LENGTH.name}
      />
      {days.map(({ date, slot, label }, index) => (
        <DayFields key={date} {...{ date, slot, label, slots }} isRequired={index === 0} />
      ))}
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <NameField label="Your name" required autoComplete="name" />
        <EmailField autoComplete="email" />
      </div>
      <Field
        name="phone"
        label="Phone"
        type="tel"
        optional
        inputMode="tel"
        autoComplete="tel"
        maxLength={PHONE_INPUT_MAX}
      />
      <TextArea
        name="message"
        label="Message"
        optional
        rows={4}
        hint="What else we should know, such as wheelchairs or a wish for a guide."
        maxLength={MAX_LENGTH.text}
      />
      <Honeypot formToken={unsent?.opened ?? opened} />
      <Button size={52} busy={busy} className="justify-self-start max-sm:w-full">
        Send request
      </Button>
    </PostForm>
  );
}

const Heads = (props: { name: string; label: string; min: number }) => (
  <Field
    {...props}
    type="number"
    inputMode="numeric"
    required
    max={MOST_HEADS}
    autoComplete="off"
  />
);

type DayProps = {
  date: string;
  slot: string;
  label: string;
  slots: readonly Option[];
  isRequired: boolean;
};

function DayFields({ date, slot, label, slots, isRequired }: DayProps) {
  const { today } = useRootData();
  return (
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <Field
        name={date}
        label={`${label}, day`}
        type="date"
        min={today}
        {...(isRequired ? { required: true } : { optional: true })}
      />
      <SelectField
        name={slot}
        label={`${label}, slot`}
        options={[{ value: "", label: "Any slot" }, ...slots]}
      />
    </div>
  );
}
