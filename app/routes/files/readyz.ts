import { readinessProblems } from "~/features/maintenance/readiness.server";

export function loader() {
  const problems = readinessProblems();
  return new Response(`${problems.join("\n") || "ready"}\n`, {
    status: problems.length > 0 ? 503 : 200,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
