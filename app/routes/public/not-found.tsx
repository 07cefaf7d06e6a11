import { json } from "@remix-run/node";
import { NotFoundPanel } from "~/components/layout/notice-panel";

export const loader = () => json(null, 404);

export default function NotFoundPage() {
  return <NotFoundPanel />;
}
