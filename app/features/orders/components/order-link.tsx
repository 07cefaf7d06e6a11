import { Link } from "@remix-run/react";

export const OrderLink = ({ id }: { id: string }) => (
  <Link to={`/admin/dashboard/orders/${id}`} className="link">
    {id}
  </Link>
);
