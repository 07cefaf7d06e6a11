import { describe, expect, test } from "vitest";
import { draftFromUrl } from "~/features/booking/booking-draft";
import { applyIntent } from "~/features/booking/booking-intents.server";
import { publicTariff } from "~/features/tariff/tariff.server";
import { SLOTS } from "../../support/data/slots";

describe("a link that prefills the booking form", () => {
  const TODAY = "2026-08-05";
  const empty = { adult: "0", child: "0", senior: "0", date: "", slot: "" };

  test.each([
    [{}, {}],
    [{ date: TODAY }, { date: TODAY }],
    [{ date: "2026-08-04" }, {}],
    [{ date: "2026-09-31" }, {}],
    [{ date: "someday" }, {}],
    [{ slot: "evening" }, { slot: "evening" }],
    [{ slot: "night" }, {}],
    [
      { adult: " 2 ", child: "10", senior: "1.9" },
      { adult: "2", child: "10", senior: "1" },
    ],
    [{ adult: "-1", child: "11", senior: "many" }, { child: "10" }],
    [{ name: "Asha", promoCode: "ZOO10" }, {}],
  ])("with %j fills in %j", (query, filled) => {
    expect(draftFromUrl(query, TODAY, { tariff: publicTariff(), slots: [...SLOTS] })).toEqual({
      ...empty,
      ...filled,
    });
  });
});

describe("the booking form without a script", () => {
  const form = {
    date: "2026-08-05",
    slot: "morning",
    adult: "1",
    child: "0",
    senior: "10",
    name: "Asha Rao",
  };

  test.each([
    ["adult:+1", { adult: "2" }],
    ["adult:-1", { adult: "0" }],
    ["child:+1", { child: "1" }],
    ["child:-1", {}],
    ["senior:-1", { senior: "9" }],
    ["senior:+1", {}],
    ["lion:+1", {}],
    ["date:2026-08-06", { date: "2026-08-06", slot: "" }],
    ["date:", {}],
    ["date", {}],
    ["apply", {}],
    ["", {}],
  ])("after the button '%s' changes %j, and nothing else", (intent, changed) => {
    expect(applyIntent({ ...form, intent })).toEqual({
      message: "",
      issues: [],
      values: { ...form, intent, ...changed },
    });
  });

  test("treats invalid counts as 0", () => {
    const { values } = applyIntent({ adult: "two", child: "99" });

    expect(values).toEqual({ adult: "0", child: "10", senior: "0" });
  });

  test.each(["zoo20", "  ZOO1", "10"])("rejects the promo code '%s'", (promoCode) => {
    const message = "Promo code is not valid";

    expect(applyIntent({ ...form, intent: "apply", promoCode })).toMatchObject({
      message,
      issues: [{ path: "promoCode", message }],
      values: { ...form, promoCode },
    });
  });

  test.each(["", "  ", " zoo10 "])("accepts the promo code '%s'", (promoCode) => {
    expect(applyIntent({ ...form, promoCode })).toMatchObject({ message: "", issues: [] });
  });
});
