import { json } from "@remix-run/node";
import { NotFoundPanel } from "~/ui/layout/notice-panel";

export const loader = () => json(null, 404);

export default function NotFoundPage() {
  return <NotFoundPanel />;
}
