import type { ScreenData } from "~/lib/screen-data";
import type { orderListView } from "../list/order-list.presenter.server";
import { CHANNEL_LABEL, CHANNELS } from "~/features/counter/channel";
import type { OrderStatus } from "../order-status";
import type { ReactNode } from "react";
import { EmptyState } from "~/components/ui/empty-state";
import { inertProps } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { RefreshLink } from "~/components/ui/refresh-link";
import { ErrorAlert } from "~/components/ui/error-alert";
import { Field, SelectField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { RowError } from "~/components/form/row-error";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { useCurrentUrl, type BuildUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { DeleteOrder } from "./delete-order";
import { OwnersDelete } from "./order-actions";
import { OrdersTable } from "./orders-table";
import { RefundsDueNotice } from "./refunds-due-notice";

type Props = {
  list: ScreenData<typeof orderListView> & {
    q: string;
    status: string;
    /** undefined: the list has no such filter. */
    channel?: string;
    visitDate?: string;
    onlyOwed?: boolean;
  };
  noun: "orders" | "payments";
  title: string;
  description: string;
  statuses: readonly OrderStatus[];
  moves?: readonly OrderStatus[];
  formError: FormError | undefined;
  headAction?: ReactNode;
  /** Over the list, which is inert meanwhile. */
  dialog?: ReactNode;
  /** Between the head and the list. */
  children?: ReactNode;
};

export function OrderListScreen({ headAction, dialog, formError, children, ...props }: Props) {
  const { title, description } = props;
  const { orderToDelete } = props.list;
  const currentUrl = useCurrentUrl(["confirm", "id"]);
  const noun = props.noun === "orders" ? "order" : "payment";
  return (
    <>
      <div
        className="grid grid-cols-1 gap-6"
        {...inertProps(orderToDelete !== null || Boolean(dialog))}
      >
        <PageHead title={title} description={description}>
          <RefreshLink to={currentUrl()} />
          {headAction}
        </PageHead>
        <RowError formError={formError} />
        {children}
        <OrderList {...props} currentUrl={currentUrl} />
      </div>
      {dialog}
      {orderToDelete && <DeleteOrder order={orderToDelete} path={currentUrl()} noun={noun} />}
    </>
  );
}

type ListProps = Pick<Props, "list" | "noun" | "statuses" | "moves"> & { currentUrl: BuildUrl };

function OrderList({ list, noun, statuses, currentUrl, moves }: ListProps) {
  const clearTo = `/admin/dashboard/${noun}`;
  const { orders, pagination, failure, note, refundsDue, mayDelete } = list;
  const { q, status, channel, visitDate, onlyOwed = false } = list;
  const isFiltered = Boolean(q || status || channel || visitDate || onlyOwed);
  return (
    <>
      {refundsDue && <RefundsDueNotice owed={refundsDue} />}
      <SearchBar clearTo={isFiltered ? clearTo : null}>
        {onlyOwed && <input type="hidden" name="owed" value="1" />}
        <SearchField defaultValue={q} placeholder="id, name, email, phone or payment method" />
        <SelectField
          label="Status"
          name="status"
          defaultValue={status}
          options={["", ...statuses].map((value) => ({ value, label: value || "all" }))}
          className="w-48 max-sm:grow max-sm:basis-40"
        />
        {channel !== undefined && (
          <SelectField
            label="Channel"
            name="channel"
            defaultValue={channel}
            options={[
              { value: "", label: "all" },
              ...CHANNELS.map((value) => ({ value, label: CHANNEL_LABEL[value] })),
            ]}
            className="w-36 max-sm:grow max-sm:basis-40"
          />
        )}
        {visitDate !== undefined && (
          <Field
            label="Visit"
            type="date"
            name="visitDate"
            defaultValue={visitDate}
            className="w-44 max-sm:grow max-sm:basis-40"
          />
        )}
      </SearchBar>
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
