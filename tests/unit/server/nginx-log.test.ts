import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/deploy.md", "utf8");
const [, map = ""] = /^map \$uri \$zoo_path \{\n([\s\S]*?)^\}/m.exec(page) ?? [];
const rules = [...map.matchAll(/^ +"~\*(.+?)" +"(.+?)";$/gm)].map(([, pattern, to]) => ({
  pattern: new RegExp(pattern!, "i"),
  to: to!,
}));

/** As nginx writes `$zoo_path`: the first rule that fits. */
function logged(uri: string) {
  for (const { pattern, to } of rules) {
    const groups = pattern.exec(uri)?.groups;
    if (groups) return to.replace(/\$(\w+)/g, (_, name: string) => groups[name] ?? "");
  }
  return uri;
}

const KEY = "CE39T64R27FB3AJRVR7MYTKC8K";

test.each([
  [`/order/ZV-7G01/${KEY}`, "/order/ZV-7G01/..."],
  [`/order/ZV-7G01/${KEY}/tickets.pdf`, "/order/ZV-7G01/.../tickets.pdf"],
  [`/x/Order/ZV-7G01/${KEY}`, "/x/Order/ZV-7G01/..."],
  ["/t/ZA7X14R8E9BB9R382WY2", "/t/..."],
  ["/T/za7x-14r8", "/T/..."],
  [`/x/${KEY}.`, "/x/...."],
  [`/login/reset/12-${KEY}`, "/login/reset/12-..."],
  ["/animals", "/animals"],
  ["/tickets/find", "/tickets/find"],
  ["/build/root-ABCDEFGH.js", "/build/root-ABCDEFGH.js"],
])("the documented nginx logs %s as %s", (uri, expected) => {
  expect(rules).toHaveLength(3);
  expect(logged(uri)).toBe(expected);
});

test("it logs no query and no referrer", () => {
  const [, format] = /^log_format zoo '(.+)';$/m.exec(page) ?? [];
  expect(format).toContain("$zoo_path");
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
  const servers = page.match(/^server \{/gm)?.length;
  expect(page.match(/access_log \S+ zoo;/g)).toHaveLength(servers!);
});
