import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GoScreen } from "~/features/payments/components/go-screen";
import { goView } from "~/features/payments/go.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const loader = ({ params: { token = "" } }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    const view = goView(token);
    return view.url ? json(view) : redirect(view.own);
  });

export default function GoPage() {
  return <GoScreen {...useLoaderData<typeof loader>()} />;
}
