import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DemoScreen } from "~/features/payments/components/demo-screen";
import { demoView, handleDemoAction } from "~/features/payments/demo.actions.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const loader = ({ params: { token = "" } }: LoaderFunctionArgs) =>
  withDomainErrors(() => json(demoView(token)));

export const action = ({ request, params: { token = "" } }: ActionFunctionArgs) =>
  formAction(request, (form) => handleDemoAction(token, form.intent));

export default function DemoPage() {
  return <DemoScreen {...useLoaderData<typeof loader>()} />;
}
