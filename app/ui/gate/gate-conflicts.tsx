import { Form } from "@remix-run/react";
import { Button } from "../base/button";
import type { Conflict } from "./gate-types";
import { conflictWords } from "./scan-words";

/** People whom an offline device let in and should not have, until somebody has reviewed it. */
export function GateConflicts({ conflicts }: { conflicts: Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <section id="conflicts" aria-labelledby="conflicts-title" className="grid gap-3">
      <h2 id="conflicts-title" className="text-heading">
        Let in offline: please review
      </h2>
      <ul className="grid gap-3">
        {conflicts.map((conflict) => (
          <li
            key={conflict.key}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-refunded-bg px-5 py-4 text-refunded-fg"
          >
            <div>
              <p className="font-semibold">{conflictWords(conflict)}</p>
              <p className="text-small">{about(conflict)}</p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="dismiss" />
              <input type="hidden" name="key" value={conflict.key} />
              <Button variant="secondary">Dismiss</Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function about({ ticket, scanned }: Conflict) {
  if (!ticket) return `Scanned ${scanned}.`;
  const { ticketType, place, orderId, used } = ticket;
  const told = used ? ` Used at ${used}.` : "";
  return `Order ${orderId}, ${ticketType}, ${place}. Scanned ${scanned}.${told}`;
}
