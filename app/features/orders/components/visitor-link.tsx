import type { ReactNode } from "react";
import type { OrderStatus } from "../order-status";
import { Section } from "~/components/ui/section";
import { Field } from "~/components/form/field";

type Props = { href: string; status: OrderStatus; children: ReactNode };

const MAY: Record<OrderStatus, string> = {
  pending: "see the booking, move the visit and cancel it",
  paid: "see the tickets and move the visit",
  cancelled: "see the booking",
  refunded: "see the booking",
};

export const VisitorLink = ({ href, status, children }: Props) => (
  <Section id="own-link" title="Visitor's page" className="card grid gap-3 p-5">
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
  </Section>
);
