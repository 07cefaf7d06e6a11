import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { outboxView } from "~/features/mail/outbox.presenter.server";
import { OutboxScreen } from "~/features/mail/components/outbox-screen";

export async function loader({ request }: LoaderFunctionArgs) {
  const { httpStatus, ...view } = await outboxView(request, await requireStaff(request));
  return json(view, httpStatus);
}

export default function OutboxPage() {
  return <OutboxScreen {...useLoaderData<typeof loader>()} />;
}
