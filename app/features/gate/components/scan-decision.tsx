import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import type { Decide, Decision, ScanResult } from "./gate-types";
import { allOut, decisionOn, isForStaff } from "./scan-messages";

type Props = { result: ScanResult; nextKey: string; onDecide: Decide };

/** What staff may do about the ticket just scanned: override the day or slot, let the whole party in. */
export function ScanDecision({ result, ...sent }: Props) {
  const { verdict, ticket, override, code } = result;
  const out = ticket?.partyOut ?? 0;
  if (verdict === "in" || verdict === "used") {
    if (out === 0) return null;
    const variant = verdict === "in" ? "primary" : "secondary"; // a refusal is not shouted down
    return (
      <DecisionForm {...sent} code={code} decision={{ party: true, override }} variant={variant}>
        {allOut(out)}
      </DecisionForm>
    );
  }
  if (!isForStaff(verdict)) return null;
  return (
    <details className="group grid gap-3">
      <summary className="btn btn-secondary btn-52 w-full group-open:mb-3">Check in anyway</summary>
      <div className="grid gap-3 sm:grid-cols-2">
        <DecisionForm {...sent} code={code} decision={{ override: true }}>
          {decisionOn(verdict, ticket).button}
        </DecisionForm>
        {out > 1 && (
          <DecisionForm {...sent} code={code} decision={{ override: true, party: true }}>
            {allOut(out)}
          </DecisionForm>
        )}
      </div>
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
