import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { GateListScreen } from "~/features/gate-list/components/gate-list-screen";
import { gateListView } from "~/features/gate-list/gate-list.presenter.server";

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(gateListView(request, await requireStaff(request)));

export default function GateListPage() {
  return <GateListScreen {...useLoaderData<typeof loader>()} />;
}
