import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { saveProfile } from "~/features/zoo/zoo-profile.server";
import { openSetupSteps } from "~/features/setup/setup.presenter.server";
import { SETUP_STEPS } from "~/features/setup/setup.rules";
import { dismissSetup, markStep, setupState } from "~/features/setup/setup.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { cookieOf } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const doneSteps = () =>
  setupState(owner())
    .steps.filter(({ isDone }) => isDone)
    .map(({ id }) => id);

async function send(fields: Record<string, string>) {
  const headers = { cookie: await cookieOf("owner") };
  return sendAndRender("/admin/dashboard/zoo/start", { ...formOf(fields), headers });
}

test("steps are done once the database shows it, or their owner says so", () => {
  const before = doneSteps();
  saveProfile(owner(), { phone: "+91 80000 00001" });
  anOrder();
  markStep(owner(), "payment", true);
  const after = doneSteps();
  expect([before, after]).toEqual([[], ["profile", "payment", "staff", "booking"]]);

  markStep(owner(), "payment", false);
  expect(doneSteps()).not.toContain("payment");
});

test("the dashboard shows owners the list until it is done or dismissed", () => {
  expect(openSetupSteps(owner())).toHaveLength(SETUP_STEPS.length);
  expect(openSetupSteps(asStaff(anAdmin({ role: "admin" })))).toBeNull();

  dismissSetup(owner(), true);
  expect(openSetupSteps(owner())).toBeNull();
  expect(db.select().from(audit).all().at(-1)?.action).toBe("zoo.setup");

  dismissSetup(owner(), false);
  for (const step of SETUP_STEPS) markStep(owner(), step, true);
  expect(openSetupSteps(owner())).toBeNull();
});

test("a test mail that cannot be sent is no step done, and the screen says why", async () => {
  const page = await send({ intent: "mail", step: "mail" });
  expect([page.status, doneSteps().includes("mail")]).toEqual([400, false]);
  expect(await page.text()).toContain("No mail server is set up");

  const unknown = await send({ intent: "done", step: "swimming" });
  expect([unknown.status, (await unknown.text()).includes("There is no such step")]).toEqual([
    404,
    true,
  ]);
});
