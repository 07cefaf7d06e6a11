import { Form, useSearchParams } from "@remix-run/react";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import type { ScanVerdict } from "~/features/gate/scan-verdicts";
import { Button, ButtonLink } from "~/components/ui/button";
import {
  admitAllLabel,
  overrideDecision,
  isOverridable,
} from "~/features/gate/components/scan-messages";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = {
  status: TicketStatus;
  day: string;
  slot: string;
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
    <Form method="post" action="#errors" className="acts grid gap-3">
      {decision && <p className="font-semibold text-danger-text">{decision.reason}</p>}
      {decision && search.get("confirm") !== "day" ? (
        <ButtonLink to="?confirm=day" variant="secondary" size={52} preventScrollReset>
          Check in anyway
        </ButtonLink>
      ) : (
        <>
          {decision && <input type="hidden" name="override" value="yes" />}
          {isOutside && (
            <Button size={52} busy={busy} className="min-h-16 w-full text-lead">
              {decision?.button ?? "Check in"}
            </Button>
          )}
          {outsideCount > (isOutside ? 1 : 0) && (
            <Button variant="secondary" size={52} name="party" value="yes" busy={busy}>
              {admitAllLabel(outsideCount)}
            </Button>
          )}
        </>
      )}
    </Form>
  );
}
