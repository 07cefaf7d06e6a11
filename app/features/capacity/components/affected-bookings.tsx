import { Link } from "@remix-run/react";
import type { hitsOf } from "../capacity.actions.server";
import type { FormError } from "~/components/form/form-state";

/** Missing when the response was lost. */
export type CapacityError = FormError & Partial<ReturnType<typeof hitsOf>>;

const NAMED = 8;

export function AffectedBookings({ formError }: { formError: CapacityError | undefined }) {
  if (!formError?.hits?.length) return null;
  return (
    <div className="grid gap-3 rounded-card bg-pending-bg p-4 text-pending-fg">
      <p>These bookings stay valid, so more people may come than there are places.</p>
      <ul className="grid gap-2">
        {formError.hits.map(({ when, booked, capacity, orders, closing }) => (
          <li key={when}>
            <strong className="font-semibold">{when}</strong>: {booked} booked, {capacity} places.{" "}
            {orders.slice(0, NAMED).map(({ id, name, people }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to={`/admin/dashboard/orders/${id}`} className="underline">
                  {id}
                </Link>{" "}
                (<bdi>{name}</bdi>
                {name && ", "}
                {people})
              </span>
            ))}
            {orders.length > NAMED && ` and ${orders.length - NAMED} more`}
            {closing && (
              <>
                . Nobody is let in: to mail them a move or a refund,{" "}
                <Link to={closing} className="underline">
                  close the day
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
      <input type="hidden" name="knownHit" value={formError.knownHit} />
    </div>
  );
}

export const saveLabel = (formError: CapacityError | undefined) =>
  formError?.hits?.length ? "Save and keep these bookings" : "Save";
