import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { applyCsp } from "~/lib/html/content-security-policy.server";

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const scriptsIn = (policy: string) =>
  policy.split("; ").find((part) => part.startsWith("script-src"));

const OURS = 'window.page = {"a":1};\nimport("/build/x.js")';
const page = `<html><body><script nonce="n-1">${OURS}</script>
<script nonce="n-1" type="module" src="/build/y.js"></script>
<script>alert("not ours")</script><script nonce="guess">alert("nor this")</script></body></html>`;

test("a page allows only its own inline scripts by hash", () => {
  const { html, policy } = applyCsp(page, "n-1");

  expect(scriptsIn(policy)).toBe(`script-src 'self' ${hashOf(OURS)}`);
  expect(html).toContain(`<script>${OURS}</script>`);
  expect(html).toContain('<script type="module" src="/build/y.js"></script>');
  expect(html).not.toContain("n-1");
});

test("the policy allows only what is needed", () => {
  const { policy } = applyCsp("<p>", "n-1");

  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).not.toMatch(/unsafe|\*|data:|http:/);
  for (const part of ["frame-ancestors", "base-uri", "object-src"]) {
    expect(policy).toContain(`${part} 'none'`);
  }
});
