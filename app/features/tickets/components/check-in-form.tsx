import { useSearchParams } from "@remix-run/react";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import type { ScanVerdict } from "~/features/gate/scan-verdicts";
import { Button, ButtonLink } from "~/components/ui/button";
import {
  admitAllLabel,
  overrideDecision,
  isOverridable,
} from "~/features/gate/components/scan-messages";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = {
  status: TicketStatus;
  day: string;
  slot: string;
  /** Where it asks how many of a party come in. */
  newKey: string | null;
  formError: FormError | undefined;
  gate: { verdict: ScanVerdict; outsideCount: number };
};

/** An override needs a second, separate step. */
export function CheckInForm({ gate: { verdict, outsideCount }, ...ticket }: Props) {
  const [search] = useSearchParams();
  const busy = useIsSubmitting();
  const decision = isOverridable(verdict) ? overrideDecision(verdict, ticket) : null;
  if (!decision && verdict !== "in") return null;
  const isOutside = ticket.status === "valid";
  return (
    <PostForm action="" formError={ticket.formError} className="acts grid gap-3">
      {decision && <p className="font-semibold text-danger-text">{decision.reason}</p>}
      {decision && search.get("confirm") !== "day" ? (
        <ButtonLink to="?confirm=day" variant="secondary" size={52} preventScrollReset>
          Check in anyway
        </ButtonLink>
      ) : (
        <>
          {decision && <input type="hidden" name="override" value="yes" />}
          {ticket.newKey && (
            <PartyFields
              key={outsideCount}
              newKey={ticket.newKey}
              left={outsideCount}
              proposed={isOutside ? outsideCount : 1}
            />
          )}
          {(isOutside || ticket.newKey) && (
            <Button size={52} busy={busy} className="min-h-16 w-full text-lead">
              {ticket.newKey ? "Let in" : (decision?.button ?? "Check in")}
            </Button>
          )}
          {!ticket.newKey && outsideCount > (isOutside ? 1 : 0) && (
            <Button variant="secondary" size={52} name="party" value="yes" busy={busy}>
              {admitAllLabel(outsideCount)}
            </Button>
          )}
        </>
      )}
    </PostForm>
  );
}

type PartyProps = { newKey: string; left: number; proposed: number };

const PartyFields = ({ newKey, left, proposed }: PartyProps) => (
  <>
    <input type="hidden" name="key" value={newKey} />
    <Field
      name="people"
      label="How many come in"
      type="number"
      inputMode="numeric"
      required
      min={1}
      max={left}
      defaultValue={proposed}
    />
  </>
);
