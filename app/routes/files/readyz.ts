import { whatIsWrong } from "~/features/maintenance/readiness.server";

/** For a proxy or a supervisor: may visitors be sent here? */
export function loader() {
  const problems = whatIsWrong();
  return new Response(`${problems.join("\n") || "ready"}\n`, {
    status: problems.length > 0 ? 503 : 200,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
