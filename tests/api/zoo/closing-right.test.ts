import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { changeCapacity, currentRuleVersion } from "~/features/capacity/change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { setAdminsClose } from "~/features/closures/closing-right.server";
import { reopenDay } from "~/features/closures/reopen-day.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, asStaff } from "../../support/data/factories";
import { cookieOf } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const DAY = addDays(toLocalDate(), 5);
const owner = () => asStaff(anAdmin({ role: "owner" }));
const admin = () => asStaff(anAdmin({ role: "admin" }));
const close = (slots: string[], actor = admin()) =>
  closeDay(actor, { day: DAY, slots, way: "offer", note: "", publicReason: "Storm" });
const places = () => dateOverrides(DAY).places;
type Fields = Record<string, string>;
const post = async (fields: Fields) =>
  sendAndRender("/admin/dashboard/capacity", {
    ...formOf({ day: DAY, ...fields }),
    headers: { cookie: await cookieOf("admin") },
  });

describe("an admin", () => {
  test("closes slots, and opens one again with its earlier places", () => {
    const own = { morning: 12, afternoon: null, evening: 7 };
    changeCapacity(owner(), { what: "day", day: DAY, places: own, note: "Festival" });
    close(["morning", "evening"]);
    expect(places()).toEqual({ morning: 0, afternoon: null, evening: 0 });

    reopenDay(admin(), { day: DAY, slots: ["morning", "afternoon"] });
    expect(dateOverrides(DAY)).toEqual({
      places: { morning: 12, afternoon: null, evening: 0 },
      note: "Festival",
      publicReason: "Storm",
    });
    const rows = db.select().from(audit).all();
    expect(rows.slice(-2).map(({ action }) => action)).toEqual([
      "capacity.close",
      "capacity.reopen",
    ]);
  });

  test("changes no other figures", async () => {
    const day = await post({ intent: "day", evening: "7" });
    const usual = await post({ intent: "usual", places: "7", holdHours: "24" });

    expect([day.status, usual.status]).toEqual([403, 403]);
    expect(places()).toEqual({ morning: null, afternoon: null, evening: null });
  });

  test("is refused once the owner has taken this right, with a way on", async () => {
    close(["morning"]);
    setAdminsClose(owner(), false);

    const closing: Fields[] = [{ intent: "close", way: "offer" }, { intent: "reopen" }];
    for (const fields of closing) {
      const response = await post({ morning: "on", evening: "on", ...fields });
      const html = await response.text();
      expect(response.status).toBe(403);
      expect(html).toContain("Only owners close days and open them again");
      expect(html).toContain("See the days");
    }
    expect(places()).toEqual({ morning: 0, afternoon: null, evening: null });
    close(["evening"], owner());
    expect(places().evening).toBe(0);
  });
});

test("opening again does not overwrite what somebody else has changed", () => {
  close(["morning", "evening"]);
  const seen = currentRuleVersion({ what: "day", day: DAY });
  reopenDay(admin(), { day: DAY, slots: ["evening"] }, seen);

  const again = () => reopenDay(admin(), { day: DAY, slots: ["morning"] }, seen);
  expect(again).toThrowError("Someone else has changed this");
});

test("the owner's switch is audited, once", async () => {
  const headers = { cookie: await cookieOf("owner") };
  const path = "/admin/dashboard/zoo/hours";
  const save = (fields: Fields) =>
    sendAndRender(path, { ...formOf({ intent: "closing", ...fields }), headers });
  const isOn = async () =>
    /<input[^>]*name="adminsClose"[^>]*>/
      .exec(await (await sendAndRender(path, { headers })).text())?.[0]
      .includes("checked");

  expect(await isOn()).toBe(true);
  await save({});
  await save({});
  expect(await isOn()).toBe(false);
  await save({ adminsClose: "on" });
  expect(await isOn()).toBe(true);
  const rows = db.select().from(audit).all();
  expect(rows.filter(({ action }) => action === "zoo.closing")).toHaveLength(2);
});
