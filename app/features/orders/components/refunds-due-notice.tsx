import { Link } from "@remix-run/react";
import { Wallet } from "lucide-react";
import { inFigures } from "~/lib/intl";
import { rupees } from "~/lib/money";
import { Icon } from "~/components/ui/icon";

type Props = {
  owed: { orders: number; paise: number };
};

/** What staff still have to give back to visitors; nothing while that is nothing. */
export const OwedNotice = ({ owed: { orders, paise } }: Props) =>
  orders > 0 && (
    <p className="flex items-start gap-2 rounded-card bg-pending-bg p-4 text-pending-fg print:hidden">
      <Icon of={Wallet} className="mt-0.5" />
      <span>
        To give back: {rupees(paise)} for{" "}
        <Link to="/admin/dashboard/orders?owed=1" className="underline">
          {orders === 1 ? "1 order" : `${inFigures(orders)} orders`}
        </Link>
      </span>
    </p>
  );
