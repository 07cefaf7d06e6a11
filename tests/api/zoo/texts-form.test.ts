import { expect, test } from "vitest";
import { NO_TEXTS } from "~/features/zoo/zoo-profile";
import { saveTexts, textsVersion, zooTexts } from "~/features/zoo/zoo-profile.server";
import { anAdmin, asStaff } from "../../support/data/factories";
import { cookieOf } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

async function send(fields: Record<string, string>) {
  const headers = { cookie: await cookieOf("owner") };
  const sent = formOf({ intent: "save", seen: textsVersion(), ...fields });
  return sendAndRender("/admin/dashboard/zoo/texts", { ...sent, headers });
}

test("takes texts of full length in any script, again and again", async () => {
  const long = "क".repeat(10_000);
  const texts = { story: long, mission: long, privacyTitle: "गोपनीयता", privacy: long };
  for (const headline of ["स्वागत", "फिर आइए"]) {
    const { status } = await send({ ...texts, headline, termsTitle: "नियम", terms: long });
    expect([status, zooTexts().headline, zooTexts().terms.length]).toEqual([302, headline, 10_000]);
  }
});

test("does not replace what somebody else has saved, after another error either", async () => {
  const opened = textsVersion();
  saveTexts(asStaff(anAdmin({ role: "owner" })), { ...NO_TEXTS, headline: "Theirs" });

  const refused = await (await send({ seen: opened, headline: "Mine", story: "<b>x</b>" })).text();
  const seen = /name="seen" value="([^"]*)"/.exec(refused)?.[1] ?? "";
  expect([seen, refused.includes('value="Mine"')]).toEqual([opened, true]);

  const second = await (await send({ seen, headline: "Mine" })).text();
  expect(second).toContain("Someone else has changed");
  expect([zooTexts().headline, second.includes(textsVersion())]).toEqual(["Theirs", true]);
});
