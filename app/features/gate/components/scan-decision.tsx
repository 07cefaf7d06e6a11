import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import type { Decide, Decision, ScanResult } from "./gate-types";
import { PartyForm } from "./party-form";
import { admitAllLabel, overrideDecision, isOverridable } from "./scan-messages";

type Props = {
  result: ScanResult;
  nextKey: string;
  onDecide: Decide;
  /** What is wrong with the number of people that was sent without script. */
  peopleError?: string | undefined;
};

export function ScanDecision({ result, peopleError, ...formProps }: Props) {
  const { verdict, ticket, override, code } = result;
  const outsideCount = ticket?.partyOut ?? 0;
  const party = { ...formProps, code, override, error: peopleError, left: outsideCount };
  if (ticket?.isParty && verdict === "party") return <PartyForm {...party} />;
  // More of a party come in with another scan: the next press of this button might be the second of a double press.
  if (ticket?.isParty && verdict === "in") return null;
  if (verdict === "in" || verdict === "used") {
    if (outsideCount === 0) return null;
    // The party's count may have used the ticket of somebody who comes only now.
    if (verdict === "used" && ticket?.ofParty) return <PartyForm {...party} proposed={1} />;
    const variant = verdict === "in" ? "primary" : "secondary";
    return (
      <DecisionForm
        {...formProps}
        code={code}
        decision={{ party: true, override }}
        variant={variant}
      >
        {admitAllLabel(outsideCount)}
      </DecisionForm>
    );
  }
  if (!isOverridable(verdict)) return null;
  return (
    <details className="group grid gap-3">
      <summary className="btn btn-secondary btn-52 w-full group-open:mb-3">Check in anyway</summary>
      {ticket?.isParty ? (
        <PartyForm {...party} override />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <DecisionForm {...formProps} code={code} decision={{ override: true }}>
            {overrideDecision(verdict, ticket).button}
          </DecisionForm>
          {outsideCount > 1 && (
            <DecisionForm {...formProps} code={code} decision={{ override: true, party: true }}>
              {admitAllLabel(outsideCount)}
            </DecisionForm>
          )}
        </div>
      )}
    </details>
  );
}

type FormProps = Pick<Props, "nextKey" | "onDecide"> & {
  code: string;
  decision: Decision;
  variant?: "primary" | "secondary";
  children: ReactNode;
};

function DecisionForm({ nextKey, onDecide, code, decision, variant, children }: FormProps) {
  return (
    <Form
      method="post"
      className="acts"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide(code, decision);
      }}
    >
      <input type="hidden" name="key" value={nextKey} />
      <input type="hidden" name="code" value={code} />
      {decision.override && <input type="hidden" name="override" value="yes" />}
      {decision.party && <input type="hidden" name="party" value="yes" />}
      <Button variant={variant} size={52} className="min-h-16 w-full text-lead">
        {children}
      </Button>
    </Form>
  );
}
