import type { ComponentProps } from "react";
import type { OrderStatus } from "../order.rules";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { RedBox } from "~/components/ui/error-alert";
import type { Address } from "~/components/hooks/use-current-url";
import { OwnersDelete } from "./order-actions";
import { OrderFilter } from "./order-filter";
import { OrdersTable, type OrderRow } from "./orders-table";
import { OwedNotice } from "./refunds-due-notice";

type Props = {
  /** What the loader found. */
  list: {
    orders: OrderRow[];
    pagination: { page: number; pages: number; total: number } | null;
    failure: string | null;
    note?: string;
    owed?: ComponentProps<typeof OwedNotice>["owed"];
    q: string;
    status: string;
    /** The day that is asked for; undefined where the list has no such filter. */
    visitDate?: string;
    /** Only orders whose money is to be given back are asked for. */
    onlyOwed?: boolean;
    mayDelete: boolean;
  };
  noun: "orders" | "payments";
  statuses: readonly OrderStatus[];
  /** The unfiltered list. */
  clearTo: string;
  here: Address;
  /** The statuses that this screen's rows offer; all unless given. */
  moves?: readonly OrderStatus[];
};

/** Orders to filter, page through and act on, as two screens show them. */
export function OrderList({ list, noun, statuses, clearTo, here, moves }: Props) {
  const { orders, pagination, failure, note, owed, mayDelete } = list;
  const { q, status, visitDate, onlyOwed = false } = list;
  const isFiltered = Boolean(q || status || visitDate || onlyOwed);
  return (
    <>
      {owed && <OwedNotice owed={owed} />}
      <OrderFilter
        q={q}
        status={status}
        visitDate={visitDate}
        statuses={statuses}
        onlyOwed={onlyOwed}
        clearTo={isFiltered ? clearTo : null}
      />
      {!mayDelete && <OwnersDelete what={noun} />}
      {failure && <RedBox>Failed to load: {failure}</RedBox>}
      {onlyOwed && <p className="hint">Only orders whose money is still to be given back.</p>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <OrdersTable
            orders={orders}
            total={pagination.total}
            noun={noun}
            search={noun === "orders" ? here().slice(clearTo.length) : ""}
            acts={{ here, mayDelete, moves }}
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
          <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
        </>
      )}
    </>
  );
}
