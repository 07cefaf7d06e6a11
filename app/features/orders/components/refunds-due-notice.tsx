import { Link } from "@remix-run/react";
import Wallet from "lucide-react/icons/wallet";
import { formatCount } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { Notice } from "~/components/ui/error-alert";

type Props = {
  owed: { orders: number; paise: number };
};

export const RefundsDueNotice = ({ owed: { orders, paise } }: Props) =>
  orders > 0 && (
    <Notice icon={Wallet} className="rounded-card bg-pending-bg p-4 text-pending-fg print:hidden">
      Refunds due: {formatRupees(paise)} for{" "}
      <Link to="/admin/dashboard/orders?owed=1" className="underline">
        {formatCount(orders, "order")}
      </Link>
    </Notice>
  );
