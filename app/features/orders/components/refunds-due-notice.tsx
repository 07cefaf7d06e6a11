import { Link } from "@remix-run/react";
import { Wallet } from "lucide-react";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { Icon } from "~/components/ui/icon";

type Props = {
  owed: { orders: number; paise: number };
};

export const RefundsDueNotice = ({ owed: { orders, paise } }: Props) =>
  orders > 0 && (
    <p className="flex items-start gap-2 rounded-card bg-pending-bg p-4 text-pending-fg print:hidden">
      <Icon icon={Wallet} className="mt-0.5" />
      <span>
        Refunds due: {formatRupees(paise)} for{" "}
        <Link to="/admin/dashboard/orders?owed=1" className="underline">
          {orders === 1 ? "1 order" : `${formatNumber(orders)} orders`}
        </Link>
      </span>
    </p>
  );
