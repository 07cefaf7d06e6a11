import { Form, useSearchParams } from "@remix-run/react";
import type { TicketStatus, Verdict } from "~/features/gate/evaluate-scan";
import { Button, ButtonLink } from "~/components/ui/button";
import { allOut, decisionOn, isForStaff } from "~/features/gate/components/scan-messages";
import { useSending } from "~/components/form/use-is-submitting";

type Props = {
  status: TicketStatus;
  day: string;
  slot: string;
  /** How the gate judges those of the order who are still outside, and how many they are. */
  gate: { verdict: Verdict; stillOut: number };
};

/**
 * Lets in the ticket's person, or all of the order who are still outside. What staff have to override takes a
 * second, plain step.
 */
export function CheckInForm({ gate: { verdict, stillOut }, ...ticket }: Props) {
  const [search] = useSearchParams();
  const busy = useSending();
  const asked = isForStaff(verdict) ? decisionOn(verdict, ticket) : null;
  if (!asked && verdict !== "in") return null;
  const isOut = ticket.status === "valid";
  return (
    <Form method="post" action="#errors" className="acts grid gap-3">
      {asked && <p className="font-semibold text-danger-text">{asked.why}</p>}
      {asked && search.get("confirm") !== "day" ? (
        <ButtonLink to="?confirm=day" variant="secondary" size={52} preventScrollReset>
          Check in anyway
        </ButtonLink>
      ) : (
        <>
          {asked && <input type="hidden" name="override" value="yes" />}
          {isOut && (
            <Button size={52} busy={busy} className="min-h-16 w-full text-lead">
              {asked?.button ?? "Check in"}
            </Button>
          )}
          {stillOut > (isOut ? 1 : 0) && (
            <Button variant="secondary" size={52} name="party" value="yes" busy={busy}>
              {allOut(stillOut)}
            </Button>
          )}
        </>
      )}
    </Form>
  );
}
