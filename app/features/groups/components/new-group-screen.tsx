import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, Field, NameField, SelectField, TextArea } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { RadioCards } from "~/components/form/radio-cards";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useRootData } from "~/components/hooks/use-root-data";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { PHONE_INPUT_MAX } from "~/features/orders/order-contact";
import {
  DEFAULT_PAYMENT_METHOD,
  PAYMENT_LABEL,
  PAYMENT_METHOD_IDS,
} from "~/features/orders/payment-methods";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_LENGTH } from "~/lib/text-limits";
import type { newGroupView } from "../groups.presenter.server";
import { HeadFields, TermFields } from "./group-fields";

const LIST = "/admin/dashboard/groups";

type Props = ScreenData<typeof newGroupView> & { formError: FormError | undefined };

export function NewGroupScreen({ newId, types, request, slots, values, formError }: Props) {
  const { today } = useRootData();
  const busy = useIsSubmitting();
  return (
    <>
      <PageHead
        title="New group order"
        description="Any size. Its places are held until the day that you choose."
      >
        <ButtonLink to={LIST} variant="secondary">
          Back to Groups
        </ButtonLink>
      </PageHead>
      {request && <RequestFacts {...request} />}
      <PostForm
        action={request ? `${LIST}/new?request=${request.id}` : `${LIST}/new`}
        formError={formError}
        prefill={values}
        className="card grid gap-5 p-5 lg:p-6"
      >
        <p className="text-ink-2">
          <RequiredNote />
        </p>
        <ErrorSummary />
        <input type="hidden" name="newId" value={formError?.values.newId ?? newId} />
        {request && <input type="hidden" name="request" value={request.id} />}
        <Field
          name="organisation"
          label="School or group"
          required
          autoComplete="off"
          maxLength={MAX_LENGTH.name}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <NameField label="Contact person" required autoComplete="off" />
          <EmailField autoComplete="off" />
          <Field
            name="phone"
            label="Phone"
            type="tel"
            optional
            inputMode="tel"
            autoComplete="off"
            maxLength={PHONE_INPUT_MAX}
          />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <Field name="date" label="Visit date" type="date" required min={today} />
          <SelectField
            name="slot"
            label="Slot"
            required
            options={[{ value: "", label: "Choose" }, ...slots]}
          />
        </div>
        <HeadFields types={types} />
        <TermFields today={today} />
        <RadioCards
          legend="They will pay"
          name="paymentMethod"
          defaultValue={formError?.values.paymentMethod ?? DEFAULT_PAYMENT_METHOD}
          options={PAYMENT_METHOD_IDS.map((value) => ({ value, title: PAYMENT_LABEL[value] }))}
        />
        <TextArea
          name="note"
          label="Note for staff"
          optional
          rows={3}
          maxLength={MAX_LENGTH.text}
        />
        <p className="acts">
          <Button busy={busy}>Make group order</Button>
        </p>
      </PostForm>
    </>
  );
}

const RequestFacts = ({
  organisation,
  people,
  ages,
  days,
  message,
}: NonNullable<Props["request"]>) => (
  <section aria-labelledby="request" className="card p-5">
    <h2 id="request" className="text-heading">
      {organisation} asks for
    </h2>
    <dl className="facts mt-3">
      <dt>People</dt>
      <dd>{people}</dd>
      {ages && (
        <>
          <dt>Ages</dt>
          <dd>{ages}</dd>
        </>
      )}
      <dt>Days</dt>
      <dd>
        {days.map((day) => (
          <span key={day} className="block">
            {day}
          </span>
        ))}
      </dd>
    </dl>
    {message && <p className="mt-3 whitespace-pre-line wrap-anywhere">{message}</p>}
  </section>
);
