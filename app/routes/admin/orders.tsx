import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { ORDER_STATUSES } from "~/domain/order/order.rules";
import { ListOrders } from "~/domain/order/order.query";
import { listOrders } from "~/domain/order/orders.server";
import { parse } from "~/domain/parse";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/guard.server";
import { actOnOrder } from "~/http/order-actions.server";
import { orderView } from "~/http/order-view.server";
import { requireStaff } from "~/http/session.server";
import { submit } from "~/http/submit.server";
import { redirectWithToast } from "~/http/toast.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, SelectField } from "~/ui/field";
import { PageHead } from "~/ui/layout/page-head";
import { OrdersTable } from "~/ui/orders-table";
import { Pager } from "~/ui/pager";
import { Refresh } from "~/ui/refresh";
import { SearchBar } from "~/ui/search-bar";
import { useAddress } from "~/ui/use-address";

const PAGE_SIZE = "50";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => {
    const { q = "", status = "", page, confirm, id } = readQuery(request);
    const query = parse(ListOrders, { q, status, page, limit: PAGE_SIZE });
    const { items, pagination } = listOrders(staff, query);
    const orders = items.map(orderView);
    const asked = confirm === "delete" ? orders.find((order) => order.id === id) : undefined;
    return json({
      orders,
      pagination,
      q,
      status,
      asked,
      mayDelete: can(staff.role, "orders.delete"),
    });
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request);
  return submit(request, (form) => {
    const toast = actOnOrder(staff, form);
    const { pathname, search } = new URL(request.url);
    const row = form.intent === "delete" ? "main" : `order-${form.id}`;
    return redirectWithToast(`${pathname}${search}#${row}`, toast);
  });
}

export default function OrdersPage() {
  const { orders, pagination, q, status, asked, mayDelete } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const here = useAddress(["confirm", "id", "index", "_data"]);

  return (
    <>
      <PageHead title="Orders" line="Confirm payments, cancel visits and issue refunds.">
        <Refresh to={here()} />
      </PageHead>
      <ErrorSummary refused={refused} prefix="Status update failed: " />
      <SearchBar clearTo={q || status ? "/admin/dashboard/orders" : undefined}>
        <Field
          label="Search"
          type="search"
          name="q"
          defaultValue={q}
          placeholder="id, name, email or payment method"
        />
        <SelectField
          label="Status"
          name="status"
          defaultValue={status}
          options={[
            { value: "", label: "all" },
            ...ORDER_STATUSES.map((value) => ({ value, label: value })),
          ]}
        />
      </SearchBar>
      <OrdersTable orders={orders} total={pagination.total} here={here} mayDelete={mayDelete} />
      <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
      {asked && (
        <ConfirmDialog
          question="Delete this order?"
          detail={`${asked.id}, ${asked.customer || asked.email}, ${asked.total}. Its tickets stop working and it leaves the reports.`}
          safe={{ label: "Keep order", to: `${here()}#order-${asked.id}` }}
          danger={{ label: "Delete order" }}
          action={here()}
          fields={{ id: asked.id, intent: "delete" }}
        />
      )}
    </>
  );
}
