import type { ReactNode } from "react";
import type { OrderStatus } from "../order-status";
import { Field } from "~/components/form/field";

type Props = { href: string; status: OrderStatus; children: ReactNode };

const MAY: Record<OrderStatus, string> = {
  pending: "see the booking, move the visit and cancel it",
  paid: "see the tickets and move the visit",
  cancelled: "see the booking",
  refunded: "see the booking",
};

export const VisitorLink = ({ href, status, children }: Props) => (
  <section className="card grid gap-3 p-5" aria-labelledby="own-link">
    <h2 id="own-link" className="text-heading">
      Visitor's page
    </h2>
    <Field
      key={href}
      label="Link"
      name="link"
      readOnly
      defaultValue={href}
      onFocus={({ currentTarget }) => currentTarget.select()}
      hint={`Anyone with this link can ${MAY[status]}.`}
    />
    <p>
      <a href={href} className="link">
        Open the visitor's page
      </a>
    </p>
    {children}
  </section>
);
