import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../scripts/bootstrap.mjs";
import { end, openSite, withFolder } from "./site.ts";

const DAY = 86_400_000;
const IST = 5.5 * 3_600_000;
const CLOCK = pathToFileURL(join(ROOT, "tests/faults/clock.mjs")).href;

/** The zoo's day at an instant, without any help of the zoo's. */
const dayAt = (at: number) => new Date(at + IST).toISOString().slice(0, 10);
const midnightAfter = (at: number) => Math.ceil((at + IST) / DAY) * DAY - IST;

/** G11: the clock stands a day ahead and a day behind, and passes midnight at the zoo and the end of the year. */
export const clockMoved = () =>
  withFolder(async (folder) => {
    const now = Date.now();
    const newYear = Date.parse(`${new Date(now).getUTCFullYear()}-12-31T18:30:00Z`);
    const clocks = {
      "a day ahead": now + DAY,
      "a day behind": now - DAY,
      midnight: midnightAfter(now + 2 * DAY) - 3_000,
      "new year": newYear - 3_000,
      "a leap day": Date.parse("2028-02-28T18:29:57Z"),
    };
    const wrong: string[] = [];
    for (const [name, at] of Object.entries(clocks)) {
      const off = at - Date.now();
      const site = await openSite(folder, {
        NODE_OPTIONS: `--import=${CLOCK}`,
        CLOCK_OFF_MS: String(off),
        OWNER_EMAIL: "owner@zoo.test",
      });
      const clock = () => Date.now() + off;
      for (const when of ["before", "after"]) {
        if (when === "after") await sleep(4_000);
        const found = await judged(site.url, clock);
        if (found) wrong.push(`${name}, ${when}: ${found}`);
      }
      if ((await end(site, "SIGTERM")).code !== 0) wrong.push(`${name}: did not end well`);
    }
    return {
      passed: wrong.length === 0,
      figures: `${Object.keys(clocks).length} clocks, each looked at twice with four seconds between: ${wrong.join("; ") || "bookings, sign-ins and today as they should be"}`,
    };
  });

/** What is wrong by the site's clock; nothing when all is well. */
async function judged(url: string, clock: () => number) {
  const now = clock();
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const book = async (visitDate: string) =>
    (
      await post("order", {
        visitDate,
        visitSlot: "evening",
        contact: { name: "Asha Rao", email: "asha@example.org", phone: "9876543210" },
        items: [{ ticketType: "adult", quantity: 1 }],
      })
    ).status;
  const [yesterday, tomorrow] = [await book(dayAt(now - DAY)), await book(dayAt(now + DAY))];
  if (yesterday !== 400 && yesterday !== 422) return `yesterday was answered with ${yesterday}`;
  if (tomorrow !== 201) return `tomorrow was answered with ${tomorrow}`;

  const login = await post("admin/login", { email: "owner@zoo.test", password: "correct-horse-9" });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const me = await fetch(`${url}/api/v1/admin/current-user`, { headers });
  if (me.status !== 200) return `whoever signed in was answered with ${me.status}`;
  const days = (await (await fetch(`${url}/api/v1/order/availability`)).json()) as object;
  const today = [dayAt(now), dayAt(clock())]; // on a slow machine midnight passes between question and answer
  return today.some((day) => JSON.stringify(days).includes(day))
    ? undefined
    : "today is another day";
}
