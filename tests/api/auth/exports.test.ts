import { describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { personPseudonym } from "~/features/privacy/personal-data.server";
import { cookieOf, send } from "../../support/site/app";
import { anOrder, anOrderBody } from "../../support/data/factories";

const HOME = "/admin/dashboard";
const newest = () =>
  sqlite
    .prepare("SELECT actor_name, action, target, after FROM audit ORDER BY id DESC")
    .get() as Record<"actor_name" | "action" | "target" | "after", string>;

describe("an export leaves a row in the audit log, without personal data", () => {
  const { contact } = anOrderBody();
  test.each([
    [
      "reports/orders.csv?from=2020-01-01",
      "export.orders",
      "orders",
      { from: "2020-01-01", rows: 2 },
    ],
    [
      "takings.csv?from=2020-01-01&to=2020-01-31",
      "export.takings",
      "takings",
      { from: "2020-01-01", to: "2020-01-31", rows: 0 },
    ],
    ["reconcile.csv", "export.reconcile", "reconcile", { rows: 0 }],
    ["shifts.csv", "export.shifts", "shifts", { rows: 0 }],
    [
      `privacy/person.json?email=${contact.email}`,
      "export.person",
      personPseudonym(contact.email),
      { orders: 2, messages: 0, emails: 2 },
    ],
  ])("%s", async (path, action, target, facts) => {
    anOrder();
    anOrder();

    const response = await send(`${HOME}/${path}`, {
      headers: { cookie: await cookieOf("owner") },
    });
    await response.text();

    const { after, ...row } = newest();
    expect([response.status, row]).toEqual([200, { actor_name: "Kabir Singh", action, target }]);
    expect(JSON.parse(after)).toEqual(facts);
    expect(JSON.stringify(newest())).not.toContain(contact.email);
  });

  test("but not the attempt of somebody who may not", async () => {
    await send(`${HOME}/reports/orders.csv`, { headers: { cookie: await cookieOf("editor") } });
    expect(newest()).toBeUndefined();
  });
});
