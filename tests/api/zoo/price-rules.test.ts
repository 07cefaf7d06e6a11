import { expect, test } from "vitest";
import { allRules, savePriceRule } from "~/features/tariff/change-price-rules.server";
import { PriceRuleInput } from "~/features/tariff/tariff.schema";
import { TARIFF_PATHS } from "~/features/tariff/tariff.rules";
import { anAdmin, asStaff } from "../../support/data/factories";
import { cookieOf } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const PATH = TARIFF_PATHS.prices;

const send = async (path: string, init: RequestInit = {}) =>
  sendAndRender(path, { ...init, headers: { cookie: await cookieOf("owner") } });

test("a price rule is deleted after a question, without script too", async () => {
  const rule = { name: "Weekend", sets: "price", price: "30", weekdays: [6], active: "on" };
  savePriceRule(
    asStaff(anAdmin({ role: "owner" })),
    PriceRuleInput.parse({ ...rule, ticketTypes: [], slots: [] }),
  );
  const id = String(allRules()[0]?.id);

  const list = await (await send(PATH)).text();
  expect(list).toContain(`href="${PATH}?confirm=delete&amp;id=${id}"`);
  expect(list).not.toContain('value="delete"');

  const asked = await (await send(`${PATH}?confirm=delete&id=${id}`)).text();
  expect(asked).toContain("Delete Weekend?");
  expect(allRules()).toHaveLength(1);

  await send(PATH, formOf({ intent: "delete", id }));
  expect(allRules()).toEqual([]);
  expect((await send(`${PATH}?confirm=delete&id=${id}`)).headers.get("location")).toBe(PATH);
});
