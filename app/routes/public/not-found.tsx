import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { NotFoundPanel } from "~/components/layout/notice-panel";

export function loader({ request }: LoaderFunctionArgs) {
  redirectToTidyUrl(request);
  return json(null, 404);
}

export default function NotFoundPage() {
  return <NotFoundPanel />;
}
