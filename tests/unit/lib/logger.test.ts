import { matchRoutes } from "@remix-run/react";
import { describe, expect, test } from "vitest";
import { redactPath } from "~/lib/http/logger.server";
import { routeTable } from "../../support/site/route-table";

type Tree = Parameters<typeof matchRoutes>[0];

const table = routeTable();
const treeOf = (parent: string): Tree =>
  table
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: treeOf(id) },
    );
const tree = treeOf("root");

/** The route that answers a path, as Remix finds it. */
const routeOf = (path: string) =>
  matchRoutes(tree, new URL(`http://zoo.test${path}`).pathname)?.at(-1)?.route.id;

describe("the log contains no secret, however its path is spelled", () => {
  test.each([
    ["/t/SECRET", "/t/…"],
    ["/T/SECRET", "/T/…"],
    ["/t/SECRET/", "/t/…/"],
    ["/%74/SECRET", "/t/…"],
    ["/%54/%53ECRET", "/T/…"],
    ["/t/SECRET%C3%A9", "/t/…"],
    ["/t/SECRET%0A", "/t/…"],
    ["/%6Frder/ZV-1%0a/SECRET", "/order/ZV-1%0a/…"],
    ["/t\\SECRET", "/t/…"],
    ["/./t/SECRET", "/t/…"],
    ["/t/%2e/SECRET", "/t/…"],
    ["/x%23/%2E./t/SECRET", "/t/…"],
    ["/order/ZV-1/SECRET", "/order/ZV-1/…"],
    ["/Order/zv-1/SECRET", "/Order/zv-1/…"],
    ["/ORDER/ZV-1/SECRET/tickets.pdf", "/ORDER/ZV-1/…/tickets.pdf"],
    ["/%6frder/ZV-1/SECRET/Visit.ics", "/order/ZV-1/…/Visit.ics"],
    ["/order/x/../ZV-1/SECRET", "/order/ZV-1/…"],
    ["/order/%20/SECRET", "/order/ /…"],
    ["/order/ZV-1/SECRET/receipts/17", "/order/ZV-1/…/receipts/17"],
    ["/order/ZV-1/SECRET/credit-notes/3.pdf", "/order/ZV-1/…/credit-notes/3.pdf"],
  ])("%s, which Remix handles", (path, logged) => {
    expect(routeOf(path)).toMatch(
      /^routes\/(public\/(order|ticket|receipt)|files\/(calendar|tickets-pdf|credit-note-pdf))$/,
    );
    expect(redactPath(path)).toBe(logged);
  });

  test.each([
    ["//t/SECRET", "//t/…"],
    ["/t//SECRET", "/t/…"],
    ["/\\t/SECRET", "//t/…"],
    ["//order/ZV-1/SECRET", "//order/ZV-1/…"],
    ["/t%2fSECRET", "/t/…"],
    ["/order/ZV-1/SECRET/more", "/order/ZV-1/…/more"],
    ["/%74/SECRET%zz", "/t/…"],
    ["http://zoo.test/t/SECRET", "/t/…"],
  ])("%s, which does not exist", (path, logged) => {
    expect(redactPath(path)).toBe(logged);
  });
});

const KEY = "CE39T64R27FB3AJRVR7MYTKC8K";
const CODE = "ZA7X14R8E9BB9R382WY2";

test.each([
  [`/x/order/ZV-7G01/${KEY}`, "/x/order/ZV-7G01/…"],
  [`/x/order/ZV-7G01/${KEY}/tickets.pdf`, "/x/order/ZV-7G01/…/tickets.pdf"],
  [`/ZV-7G01/${KEY.slice(0, 14)}`, "/ZV-7G01/…"],
  [`/order/${KEY}`, "/order/…"],
  [`/x/zv-7g01/${KEY.toLowerCase()},`, "/x/zv-7g01/…,"],
  [`/orders/ZV-7G01%2F${KEY}`, "/orders/ZV-7G01/…"],
  [`/tickets/t/${CODE}`, "/tickets/t/…"],
  [`/api/v1/order/verify/${CODE}.`, "/api/v1/order/verify/…."],
])("%s is logged without its key", (path, logged) => {
  expect(redactPath(path)).toBe(logged);
});

test.each([
  "/",
  "/animals/01KB4V9Z8Q6T2N5R3W7X1Y0M4C",
  "/api/v1/admin/admins/01KB4V9Z8Q6T2N5R3W7X1Y0M4C",
  "/api/v1/order/ZV-7G01/payments",
  "/build/routes/public/animals-ABCDEFGH.js",
  "/tickets/find",
  "/t",
  "/order/ZV-1",
  "/api/v1/order/01J/status",
  "/admin/dashboard/orders/01J",
  "/Animals/%C3%A9%0a%41",
  "/.well-known/security.txt",
  "/x/%zz",
  "*",
])("%s is logged as requested", (path) => {
  expect(redactPath(path)).toBe(path);
});

test("a long path is truncated after its secret is hidden", () => {
  expect(redactPath(`/order/${"x".repeat(300)}/SECRET`)).toHaveLength(200);
  expect(redactPath(`${"/.".repeat(120)}/t/SECRET`)).toBe("/t/…");
});
