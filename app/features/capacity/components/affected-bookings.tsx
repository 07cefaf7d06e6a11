import { Link } from "@remix-run/react";
import type { Refused } from "~/components/form/form-state";

type Hit = {
  when: string;
  booked: number;
  capacity: number;
  orders: { id: string; name: string; people: number }[];
};
/** Missing when the answer was lost. */
export type RefusedCapacity = Refused & { hits?: Hit[]; knownHit?: number };

/** Shown by name up to here in each slot; the rest is counted. */
const NAMED = 8;

/** The bookings that a change would affect, shown before it is saved; saving again confirms it. */
export function CapacityHits({ refused }: { refused: RefusedCapacity | undefined }) {
  if (!refused?.hits?.length) return null;
  return (
    <div className="grid gap-3 rounded-card bg-pending-bg p-4 text-pending-fg">
      <p>These bookings stay valid, so more people may come than there are places.</p>
      <ul className="grid gap-2">
        {refused.hits.map(({ when, booked, capacity, orders }) => (
          <li key={when}>
            <strong className="font-semibold">{when}</strong>: {booked} booked, {capacity} places.{" "}
            {orders.slice(0, NAMED).map(({ id, name, people }, at) => (
              <span key={id}>
                {at > 0 && ", "}
                <Link to={`/admin/dashboard/orders/${id}`} className="underline">
                  {id}
                </Link>{" "}
                ({name ? `${name}, ` : ""}
                {people})
              </span>
            ))}
            {orders.length > NAMED && ` and ${orders.length - NAMED} more`}
          </li>
        ))}
      </ul>
      <input type="hidden" name="knownHit" value={refused.knownHit} />
    </div>
  );
}

/** What the button of such a form says. */
export const saveLabel = (refused: RefusedCapacity | undefined) =>
  refused?.hits?.length ? "Save and keep these bookings" : "Save";
