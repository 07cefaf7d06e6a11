import { Link } from "@remix-run/react";

/** An order's id as tables of the back office show it. */
export const OrderLink = ({ id }: { id: string }) => (
  <Link to={`/admin/dashboard/orders/${id}`} className="link">
    {id}
  </Link>
);
