import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { GateListScreen } from "~/features/gate-list/components/gate-list-screen";
import { gateListView } from "~/features/gate-list/gate-list.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(gateListView(request, staff)));
}

export default function GateListPage() {
  return <GateListScreen {...useLoaderData<typeof loader>()} />;
}
