import { zooDayIn } from "../../support/data/time-zones";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { PAYMENTS: "off" } });

test("where nothing is paid online, the deadline is said before and after booking", async ({
  page,
}) => {
  await page.goto(`/tickets?date=${zooDayIn(3)}&slot=evening&adult=1`);
  for (const [method, when] of [
    ["UPI", "within 24 hours"],
    ["Card", "within 24 hours"],
    ["Cash", "on the day"],
  ]) {
    const card = page.getByRole("radio", { name: method, exact: false });
    await expect(card).toHaveAccessibleName(`${method} At the counter, ${when}`);
  }
  await page.getByLabel("Name").fill("Joy Thomas");
  await page.getByLabel("Email").fill("joy@example.org");
  const yours = page.getByRole("region", { name: "Your visit" });
  await yours.getByRole("button", { name: /^Book/ }).click();

  const pay = page.getByRole("region", { name: "How to pay" });
  await expect(pay).toContainText(
    /Come to the ticket counter by \d+ \w+ \d{4}, \d+:\d\d [AP]M, or the places go back on sale\. To pay on the day of your visit, book with cash\./,
  );
});
