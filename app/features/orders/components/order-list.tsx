import type { ScreenData } from "~/lib/screen-data";
import type { orderListView } from "../list/order-list.presenter.server";
import type { OrderStatus } from "../order-status";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { OwnersDelete } from "./order-actions";
import { OrderFilter } from "./order-filter";
import { OrdersTable } from "./orders-table";
import { RefundsDueNotice } from "./refunds-due-notice";

type Props = {
  list: Omit<ScreenData<typeof orderListView>, "orderToDelete"> & {
    q: string;
    status: string;
    /** undefined: the list has no such filter. */
    visitDate?: string;
    onlyOwed?: boolean;
  };
  noun: "orders" | "payments";
  statuses: readonly OrderStatus[];
  clearTo: string;
  currentUrl: BuildUrl;
  moves?: readonly OrderStatus[];
};

export function OrderList({ list, noun, statuses, clearTo, currentUrl, moves }: Props) {
  const { orders, pagination, failure, note, refundsDue, mayDelete } = list;
  const { q, status, visitDate, onlyOwed = false } = list;
  const isFiltered = Boolean(q || status || visitDate || onlyOwed);
  return (
    <>
      {refundsDue && <RefundsDueNotice owed={refundsDue} />}
      <OrderFilter
        q={q}
        status={status}
        visitDate={visitDate}
        statuses={statuses}
        onlyOwed={onlyOwed}
        clearTo={isFiltered ? clearTo : null}
      />
      {!mayDelete && <OwnersDelete what={noun} />}
      {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
      {onlyOwed && <p className="hint">Only orders whose money is still to be given back.</p>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <OrdersTable
            orders={orders}
            total={pagination.total}
            noun={noun}
            search={noun === "orders" ? currentUrl().slice(clearTo.length) : ""}
            acts={{ currentUrl, mayDelete, moves }}
            empty={
              <EmptyState
                line={
                  isFiltered
                    ? "Try another word or another filter."
                    : "New bookings will appear here."
                }
              >
                No {noun} found.
              </EmptyState>
            }
          />
          <Pager {...pagination} hrefFor={(page) => currentUrl({ page: String(page) })} />
        </>
      )}
    </>
  );
}
