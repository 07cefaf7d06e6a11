import { focusTarget } from "~/components/ui/focus-target";
import { CancelLink } from "./cancel-booking";

type Props = { own: string; order: { status: string; total: string } };

export const ClosedNotice = ({ own, order }: Props) => (
  <div className="my-4 max-w-prose rounded-card bg-pending-bg p-4 text-pending-fg print:hidden">
    <p className="font-semibold">
      The zoo has to close during your slot. Move your visit to another one for free, or{" "}
      {order.status === "paid" ? "get your money back" : "cancel the booking"}: it is your choice.
    </p>
    <p className="mt-3 flex flex-wrap gap-3">
      <a href="#move" onClick={focusTarget} className="btn btn-primary btn-44">
        Move your visit
      </a>
      <CancelLink own={own} order={order} variant="secondary" />
    </p>
  </div>
);
