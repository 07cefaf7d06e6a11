import { expect, test } from "vitest";
import { sealPage } from "~/http/security.server";
import { saidByAllOf } from "../../server/front";

/** What a page of the zoo says of itself under https. */
function headersOfPage() {
  const { policy } = sealPage(`<script nonce="n">1</script>`, "n");
  return { ...Object.fromEntries(saidByAllOf(true)), "content-security-policy": policy } as Record<
    string,
    string
  >;
}

/**
 * The rules by which MDN's HTTP Observatory scores a site that answers under https only, as they are
 * written in its documentation; the package itself is not installed. Cookies have a test of their own.
 */
function observatoryScore(said: Record<string, string>) {
  const policy = new Map(
    (said["content-security-policy"] ?? "").split("; ").map((part) => {
      const [name = "", ...sources] = part.split(" ");
      return [name, sources];
    }),
  );
  const sources = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const isLoose = ["script-src", "object-src"].some((name) =>
    sources(name).some((source) => /^(https?:|data:|\*|'unsafe-(inline|eval)')$/.test(source)),
  );
  const isStyleLoose = sources("style-src").some((source) => /unsafe|^https?:$|\*/.test(source));
  const isDenied = policy.get("default-src")?.join() === "'none'";
  const csp = policy.size === 0 || isLoose ? -25 : isStyleLoose ? 0 : isDenied ? 10 : 5;

  const transport = said["strict-transport-security"] ?? "";
  const age = Number(/max-age=(\d+)/.exec(transport)?.[1] ?? 0);
  const hsts = age === 0 ? -20 : age < 15_768_000 ? -10 : 0;

  const isPrivate = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
  const referrer = isPrivate.test(said["referrer-policy"] ?? "") ? 5 : 0;
  const sniff = said["x-content-type-options"] === "nosniff" ? 0 : -5;
  const isFramed = policy.get("frame-ancestors")?.join() !== "'none'";
  const frames = !isFramed
    ? 5
    : /^(DENY|SAMEORIGIN)$/.test(said["x-frame-options"] ?? "")
      ? 0
      : -20;
  const origin = said["cross-origin-resource-policy"] === "same-origin" ? 10 : 0;
  const cookies = 5; // Secure, HttpOnly and SameSite: tests/api/attacks.test.ts

  return 100 + csp + hsts + referrer + sniff + frames + origin + cookies;
}

test("a page is worth an A+: every bonus that the Observatory gives, and nothing taken off", () => {
  expect(observatoryScore(headersOfPage())).toBe(135);
});

test.each([
  ["content-security-policy", "default-src 'none'; script-src 'self' 'unsafe-inline'", 95],
  ["content-security-policy", "default-src 'self'; frame-ancestors 'none'", 130],
  ["strict-transport-security", "max-age=3600", 125],
  ["referrer-policy", "unsafe-url", 130],
  ["x-content-type-options", "", 130],
  ["cross-origin-resource-policy", "cross-origin", 125],
])("with %s: %s it would be worth %i", (name, value, worth) => {
  const score = observatoryScore({ ...headersOfPage(), [name]: value });

  expect(score).toBe(worth);
});
