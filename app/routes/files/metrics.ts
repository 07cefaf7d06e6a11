import type { LoaderFunctionArgs } from "@remix-run/node";
import { processMetrics } from "~/features/maintenance/metrics-snapshot.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const metrics = await processMetrics();
  if (!metrics) return new Response("Not found", { status: 404 });
  return metrics.respond(request.headers.get("authorization"));
}
