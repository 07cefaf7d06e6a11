import { Form } from "@remix-run/react";
import { formatNumber } from "~/lib/intl";
import { Button } from "~/components/ui/button";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import type { Conflict } from "./gate-types";
import { conflictMessage } from "./scan-messages";

type Props = { conflicts: Conflict[]; total: number };

export function GateConflicts({ conflicts, total }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section id="conflicts" aria-labelledby="conflicts-title" className="grid gap-3">
      <h2 id="conflicts-title" className="text-heading">
        Offline check-ins to review
      </h2>
      {total > conflicts.length && (
        <p className="text-ink-2">
          The oldest {conflicts.length} of {formatNumber(total)}; the others follow.
        </p>
      )}
      <ul className="grid gap-3">
        {conflicts.map((conflict) => (
          <li
            key={conflict.key}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-refunded-bg px-5 py-4 text-refunded-fg"
          >
            <div>
              <p id={descriptionId(conflict)} className="font-semibold">
                {conflictMessage(conflict)}
              </p>
              <p className="text-small">{conflictDetails(conflict)}</p>
            </div>
            <Dismiss conflict={conflict} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const descriptionId = ({ key }: Conflict) => `conflict-${key}`;

const Dismiss = ({ conflict }: { conflict: Conflict }) => (
  <Form method="post" preventScrollReset className="acts">
    <input type="hidden" name="intent" value="dismiss" />
    <input type="hidden" name="key" value={conflict.key} />
    <Button
      variant="secondary"
      busy={useIsSubmitting({ key: conflict.key })}
      aria-describedby={descriptionId(conflict)}
    >
      Dismiss
    </Button>
  </Form>
);

function conflictDetails({ ticket, scanned }: Conflict) {
  if (!ticket) return `Scanned ${scanned}.`;
  const { type, place, orderId, used } = ticket;
  const usedNote = used ? ` Used at ${used}.` : "";
  return `Order ${orderId}, ${type}, ${place}. Scanned ${scanned}.${usedNote}`;
}
