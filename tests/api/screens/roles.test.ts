import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { sendMessage } from "~/features/messages/messages.server";
import type { Role } from "~/features/auth/roles";
import { admins } from "db/schema";
import { cookieOf, send } from "../../support/site/app";
import { setAdminsClose } from "~/features/closures/closing-right.server";
import { anAdmin, anAnimal, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

const HOME = "/admin/dashboard";

async function screen(role: Role, path: string) {
  const headers = { cookie: await cookieOf(role) };
  const html = await (await sendAndRender(HOME + path, { headers })).text();
  const main = (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "").replaceAll("<!-- -->", "");
  return { html, main, nav: [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to) };
}

describe("the menu", () => {
  const ALL = ["", "/animals", "/orders", "/payments", "/reports", "/messages", "/admins"];
  const FOR_OWNERS = ["/audit", "/privacy"];
  const FOR_MANAGERS = ["/orders", "/payments", "/reports", "/admins", "/capacity"];

  test.each<[Role, string[], string[]]>([
    ["owner", [...ALL, ...FOR_OWNERS, "/capacity", "/check-in"], []],
    ["admin", [...ALL, "/capacity", "/check-in"], FOR_OWNERS],
    ["editor", ["", "/animals", "/messages", "/check-in"], [...FOR_OWNERS, ...FOR_MANAGERS]],
  ])("of an %s", async (role, shown, hidden) => {
    const { nav } = await screen(role, "");

    expect(nav).toEqual(expect.arrayContaining(shown.map((path) => HOME + path)));
    expect(nav.filter((to) => hidden.some((path) => to === HOME + path))).toEqual([]);
  });
});

const NO = 'title="No permission"';
const OWNER_ONLY = 'title="Owner only"';

test.each<[Role, string, string[]]>([
  ["editor", "/animals", [NO, "Only owners and admins can delete animals."]],
  ["editor", "/add/animals", ["Only owners and admins can upload a file."]],
  ["editor", "/messages", [NO, "Only owners and admins can delete messages."]],
  ["editor", "/settings", [NO, "Only owners and admins can change their name and email."]],
  ["editor", "/orders", ["Forbidden: insufficient role"]],
  ["editor", "/capacity/closures/1", ["Forbidden: insufficient role"]],
  ["admin", "/audit", ["Forbidden: insufficient role"]],
  ["admin", "/privacy", ["Forbidden: insufficient role"]],
  ["admin", "/orders", [OWNER_ONLY, "Only owners can delete orders."]],
  ["admin", "/payments", [OWNER_ONLY, "Only owners can delete payments."]],
  ["admin", "/capacity", ["You can close days and open them again."]],
  ["admin", "/admins", [NO, OWNER_ONLY, "Only Owner can create admins."]],
  ["admin", "/admins?add=1", ["Only Owner can create admins."]],
  ["owner", "/admins", ["You cannot delete your own account"]],
])("an %s at %s is told what is closed", async (role, path, texts) => {
  anAnimal();
  anOrder();
  anAdmin({ role: "owner" });
  sendMessage({ name: "Asha", email: "asha@example.org", subject: "", body: "Sing." });

  const { main } = await screen(role, path);

  for (const text of texts) expect(main).toContain(text);
});

test("an admin sees capacity with no form but that to close a day", async () => {
  const { main } = await screen("admin", `/capacity?day=${tomorrow()}`);
  expect(main).toContain("Close this day");
  expect(main).not.toContain("<form");

  const closing = await screen("admin", `/capacity?day=${tomorrow()}&close=1`);
  expect(closing.main.match(/<form/g)).toHaveLength(1);
  expect(closing.main).toContain("What happens to the bookings");
});

test("an admin whose owner has taken this right sees capacity without forms, and why", async () => {
  setAdminsClose(asStaff(anAdmin({ role: "owner" })), false);

  for (const query of [`?day=${tomorrow()}`, `?day=${tomorrow()}&close=1`]) {
    const { main } = await screen("admin", `/capacity${query}`);
    expect(main).toContain("Monday");
    expect(main).toContain("An owner can let admins close days, under Hours.");
    expect(main).not.toMatch(/<form|Close this day|Close or open/);
  }
});

test("an admin edits editors, but no roles", async () => {
  const editor = anAdmin({ role: "editor" });

  const { main } = await screen("admin", `/admins?edit=${editor.id}`);

  expect(main).toContain("Only an owner can change roles.");
  expect(main).toMatch(/<select[^>]* disabled=""/);
});

test("admins are listed owners first, then admins, then editors", async () => {
  db.delete(admins).run();
  for (const role of ["editor", "owner", "admin"] as const) anAdmin({ role });

  const { main } = await screen("owner", "/admins");

  const roles = [...main.matchAll(/class="[^"]*\bchip\b[^"]*"[^>]*>(\w+)</g)].map(
    ([, role]) => role,
  );
  expect(roles).toEqual(["owner", "owner", "admin", "editor"]);
});

test("a reply to a message has its subject, whatever is in it", async () => {
  const hrefs: [string, string][] = [
    [
      "Prams & 50 % off? bcc=all#1",
      "?subject=Re%3A%20Prams%20%26%2050%20%25%20off%3F%20bcc%3Dall%231",
    ],
    ["RE: चीता", `?subject=RE%3A%20${encodeURIComponent("चीता")}`],
    ["", ""],
  ];
  for (const [subject] of hrefs)
    sendMessage({ name: "Asha", email: "r&d@zoo.example", subject, body: "Sing." });

  const { html } = await screen("owner", "/messages");

  for (const [, query] of hrefs) expect(html).toContain(`"mailto:r%26d@zoo.example${query}"`);
});

test.each([
  ["", ["paid", "pending"]],
  ["paid", ["paid"]],
  ["pending", ["pending"]],
  ["cancelled", ["paid", "pending"]],
  ["paid,cancelled", ["paid", "pending"]],
  ["lost", ["paid", "pending"]],
])("payments with the status %j are pending and paid orders only", async (status, shown) => {
  for (const of of ["pending", "paid", "cancelled", "refunded"] as const) anOrder({ status: of });
  const headers = { cookie: await cookieOf("owner") };

  const response = await send(`${HOME}/payments?_data=routes/admin/payments&status=${status}`, {
    headers,
  });

  const { orders } = await response.json();
  expect(orders.map((order: { status: string }) => order.status)).toEqual(shown);
});
