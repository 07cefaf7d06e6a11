import { newStaff, signIn } from "../../../support/site/staff";
import { expect, test, type Zoo } from "../../../support/site/zoo";

type Person = { email: string; password: string };

const pairsIn = (headers: Headers, name = "") =>
  headers
    .getSetCookie()
    .filter((line) => line.startsWith(name))
    .map((line) => line.split(";")[0] ?? "");

/** What is left in the browser of somebody who was signed in, and has not asked for anything for a while. */
async function refreshCookieOf({ url }: Zoo, { email, password }: Person) {
  const answer = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return pairsIn(answer.headers, "zoo_refresh=").join();
}

test("who signs in where somebody else was signed in goes on as nobody else", async ({ zoo }) => {
  const before = await newStaff(zoo, "admin", "Kabir Singh");
  const now = await newStaff(zoo, "editor", "Meera Nair");
  const left = await refreshCookieOf(zoo, before);
  expect(left).not.toBe("");

  const door = `${zoo.url}/login?_data=${encodeURIComponent("routes/session/login")}`;
  const answer = await fetch(door, {
    method: "POST",
    headers: { cookie: left, origin: zoo.url },
    body: new URLSearchParams({ email: now.email, password: now.password }),
  });
  expect(answer.headers.get("x-remix-redirect")).toBe("/admin/dashboard#main");
  expect(pairsIn(answer.headers, "zoo_refresh=")).toHaveLength(1);

  const cookie = pairsIn(answer.headers).join("; ");
  const page = await (
    await fetch(`${zoo.url}/admin/dashboard/settings`, { headers: { cookie } })
  ).text();
  expect(page).toContain(now.email);
  expect(page).not.toContain(before.email);
});

test("a page that the browser kept is not shown again after signing out", async ({
  page,
  context,
  zoo,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  // As Safari says it, which keeps such pages on addresses without https.
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard/settings");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Asha, half typed");

  const looked = page.waitForResponse(/settings$/);
  await comeBack();
  await looked;
  await context.setOffline(true);
  const missed = page.waitForEvent("requestfailed");
  await comeBack();
  await missed;
  await expect(name).toHaveValue("Asha, half typed");

  await context.setOffline(false);
  await context.clearCookies();
  await comeBack();
  await expect(page).toHaveURL(/\/login/);
});
