import { expect, test } from "vitest";
import { addDays } from "~/lib/dates";
import { orderAccessKey } from "~/features/orders/orders.server";
import { cookieOf } from "../../support/site/app";
import { anOrder, tomorrow } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

const office = (path: string) => `/admin/dashboard/${path}`;

test.each([
  ...["/login", "/tickets", "/tickets/find", "/contact", "/groups", "/order/{id}/{key}"],
  ...[
    "add/animals",
    "admins?add=1",
    "capacity",
    "groups/new",
    "orders/{id}",
    "privacy",
    "settings",
  ].map(office),
  office("capacity?day={day}&close=1"),
])("%s says once what its stars mean", async (path) => {
  const { id } = anOrder({ visitDate: addDays(tomorrow(), 3) });
  const url = path
    .replace("{id}", id)
    .replace("{key}", orderAccessKey(id))
    .replace("{day}", tomorrow());
  const headers = path.startsWith("/admin") ? { cookie: await cookieOf("owner") } : undefined;

  const html = await (await sendAndRender(url, { headers })).text();

  expect(html).toMatch(/<(label|legend)[^>]*>[^<]*<[^>]*class="[^"]*\bstar\b/);
  expect(html.match(/Fields with/g)).toHaveLength(1);
});
