import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { outboxView } from "~/features/mail/outbox.presenter.server";
import { OutboxScreen } from "~/features/mail/components/outbox-screen";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, outboxView);

export default function OutboxPage() {
  return <OutboxScreen {...useLoaderData<typeof loader>()} />;
}
