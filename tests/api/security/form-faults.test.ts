import { afterEach, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { createFormToken } from "~/lib/http/form-token.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { cookieOf, send } from "../../support/site/app";
import { anOrder } from "../../support/data/factories";
import { logger } from "~/lib/http/logger.server";

const SAYS = "Something went wrong on our side. Please try again in a moment.";
const LATER = addDays(toLocalDate(), 40);
const ADMIN = { intent: "add", name: "Meera Iyer", email: "meera@zoo.test", role: "editor" };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Long enough ago for a person. */
function opened() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 5_000 });
  const stamp = createFormToken();
  vi.useRealTimers();
  return stamp;
}

type Form = {
  name: string;
  route: string;
  path: (order: string) => string;
  fields: Record<string, string>;
  /** The table without which it can do nothing. */
  lost?: string;
};

const BACK_OFFICE = "/admin/dashboard";
const screen = (name: string, screen: string, fields: Form["fields"]): Form => ({
  name,
  route: `admin/${screen}`,
  path: () => `${BACK_OFFICE}/${screen}`,
  fields,
});
const ofOrder = (name: string, fields: Form["fields"]): Form => ({
  ...screen(name, "order", fields),
  path: (order) => `${BACK_OFFICE}/orders/${order}`,
});

const FORMS: Form[] = [
  {
    name: "a lost booking",
    route: "public/find-booking",
    path: () => "/tickets/find",
    fields: { email: "asha@example.org", opened: opened() },
    lost: "outbox",
  },
  {
    name: "a move by the visitor",
    route: "public/order",
    path: (id) => visitorOrderPath({ id, linkVersion: 0 }),
    fields: { intent: "move", date: LATER, slot: "evening" },
  },
  ofOrder("a move by staff", { intent: "visit", date: LATER, slot: "evening" }),
  ofOrder("an order's contact", { intent: "contact", name: "Asha R", email: "asha.r@zoo.test" }),
  screen("an admin", "admins", ADMIN),
  screen("the own account", "settings", { ...ADMIN, intent: "profile" }),
  screen("the usual capacity", "capacity", { intent: "usual", places: "321", holdHours: "7" }),
  screen("how long contacts are kept", "privacy", { intent: "keep", days: "3000" }),
  {
    ...screen("a code at the gate", "check-in", { code: "AB12", key: "a".repeat(20) }),
    lost: "gate_scans",
  },
];

test.each(FORMS)("an internal error preserves the input: $name", async (form) => {
  const { route, path, fields, lost = "audit" } = form;
  const { id } = anOrder({ visitDate: addDays(toLocalDate(), 30) });
  const cookie = await cookieOf("owner");
  const log = vi.spyOn(logger, "error").mockReturnValue();
  sqlite.exec(`ALTER TABLE ${lost} RENAME TO lost`);

  const body = new URLSearchParams({ ...fields, password: "correct horse 9" });
  const address = `${path(id)}?_data=routes/${route}`;
  const answer = await send(address, { method: "POST", body, headers: { cookie } });

  expect(answer.status).toBe(500);
  const { message, issues, values } = await answer.json();
  expect({ message, issues, values }).toEqual({
    message: SAYS,
    issues: [],
    values: fields,
  });
  expect(log).toHaveBeenCalledOnce();
  expect(JSON.stringify(log.mock.calls)).not.toMatch(/asha|meera|correct horse/i);
});

test.each(["animals", "orders", "payments", "messages", "check-in", "admins", "settings"])(
  "%s rejects intents named like Object.prototype members",
  async (screen) => {
    const cookie = await cookieOf("owner");
    for (const intent of ["constructor", "__proto__"]) {
      const { status } = await send(`/admin/dashboard/${screen}`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ intent, id: "x", code: "x" }),
      });
      expect([intent, status >= 400 && status < 500]).toEqual([intent, true]);
    }
  },
);
