import { RelativeTime } from "~/components/ui/relative-time";
import { Section } from "~/components/ui/section";
import type { Gate } from "./gate-types";

export const GateToday = ({ slots }: Pick<Gate, "slots">) => (
  <Section id="today" title="Arrived today">
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-3">
      {slots.map(({ slot, label, hours, arrived, expected, isNow }) => (
        <div
          key={slot}
          className={`card px-3 py-3 ${isNow ? "border-2 border-brand bg-brand-soft text-on-brand-soft" : ""}`}
        >
          <dt className="text-small font-semibold" title={hours}>
            {label}
            <span className="block text-badge">{isNow ? "Now" : "\u00a0"}</span>
          </dt>
          <dd className="text-legend">
            {arrived} <span className="text-small">of {expected}</span>
          </dd>
        </div>
      ))}
    </dl>
  </Section>
);

export const RecentCheckIns = ({ recent }: Pick<Gate, "recent">) => (
  <Section id="recent" title="Last check-ins">
    {recent.length === 0 ? (
      <p className="text-ink-2">No check-ins yet.</p>
    ) : (
      <ol className="card divide-y divide-line px-4">
        {recent.map(({ type, orderId, place, when, by }) => (
          <li key={orderId + place} className="py-2.5">
            <p className="flex justify-between gap-4">
              <span className="font-semibold">{type}</span>
              <span className="text-ink-2">
                <RelativeTime timestamp={when} />
              </span>
            </p>
            <p className="text-small text-ink-2">
              {orderId}, {place}
              {by && `, by ${by}`}
            </p>
          </li>
        ))}
      </ol>
    )}
  </Section>
);
