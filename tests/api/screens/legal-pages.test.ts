import { isValidElement, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { dataVersion } from "db/transaction.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { privacySections } from "~/features/site/components/privacy-sections";
import { termsSections } from "~/features/site/components/terms-sections";
import { withFactor } from "../../support/auth/second-factor";
import { jarOf } from "../../support/site/sessions";
import { send } from "../../support/site/app";
import { anAdmin, asStaff, quickHash } from "../../support/data/factories";
import { visitFacts } from "~/features/site/visit-facts.server";
import { publicZoo } from "~/features/zoo/zoo-profile.server";

type Parts = { children?: ReactNode };

/** What a section says, each paragraph and each item of a list in a line of its own. */
function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (!isValidElement<Parts>(node)) return typeof node === "object" ? "" : String(node ?? "");
  const text = textOf(node.props.children);
  return node.type === "p" || node.type === "li" ? `${text}\n` : text;
}

const privacy = (id: string, replicaDays = 0) =>
  textOf(
    privacySections({ contactDays: 365, backupDays: 7, replicaDays }, publicZoo()).find(
      (each) => each.id === id,
    )?.body,
  );

describe("the privacy page", () => {
  test("says how long a standby holds what was erased, where there is one", () => {
    expect(privacy("how-long")).not.toContain("second machine");
    expect(privacy("how-long", 2)).toContain("gone from there after 2 days");
  });

  const PASSWORD = "correct horse 9";

  /** Every cookie that a browser gets by signing in, and its lifetime in seconds. */
  async function cookiesOfSigningIn() {
    const admin = anAdmin({ passwordHash: quickHash(PASSWORD) });
    const { recoveryCodes } = withFactor(admin);
    const body = new URLSearchParams({ email: admin.email, password: PASSWORD });
    const first = await send("/login", { method: "POST", body }, "203.0.113.77");
    const code = new URLSearchParams({ factorCode: recoveryCodes[0]!, trust: "on" });
    const headers = { cookie: jarOf(first) };
    const second = await send("/login/code", { method: "POST", body: code, headers });
    const third = await send(
      "/login",
      { method: "POST", body, headers: { cookie: jarOf(second) } },
      "203.0.113.77",
    );
    expect([first, second, third].map(({ status }) => status)).toEqual([302, 302, 302]);
    const lines = [first, second, third].flatMap(({ headers }) => headers.getSetCookie());
    const cookies = lines.flatMap((line) => {
      const [, name = "", seconds] = /^(\w+)=.*; Max-Age=([1-9]\d*)/.exec(line) ?? [];
      return name ? [[name, Number(seconds)] as const] : [];
    });
    return [...new Map(cookies)].map(([name, seconds]) => ({ name, seconds }));
  }

  function inWords(seconds: number) {
    const minutes = seconds / 60;
    if (minutes === 1) return "a minute";
    return minutes < 24 * 60 ? `${minutes} minutes` : `${minutes / (24 * 60)} days`;
  }

  test("lists every cookie and its lifetime", async () => {
    const cookies = await cookiesOfSigningIn();
    const named = cookies.map(({ name }) => name);
    expect(named).not.toContain("zoo_gate"); // lives until the device is revoked
    const lines = privacy("cookies").split("\n");

    for (const { name, seconds } of cookies) {
      const line = lines.find((each) => each.includes(name));
      expect(line, name).toContain(inWords(seconds));
    }
    expect(privacy("cookies")).toMatch(/zoo_gate .* until the zoo revokes it/);
    const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    expect(lines[0]).toContain(`${numbers[cookies.length + 1]} small`);
  });
});

describe("the terms", () => {
  const owner = () => asStaff(anAdmin({ role: "owner" }));
  const lineOf = async () => {
    const response = await send("/terms?_data=routes%2Fpublic%2Fterms");
    const booking = termsSections(await response.json(), visitFacts(), publicZoo()).find(
      ({ id }) => id === "booking",
    );
    return textOf(booking?.body)
      .split("\n")
      .find((line) => line.includes("stay unpaid"));
  };

  test("state the payment deadline that owners set", async () => {
    expect(await lineOf()).toMatch(/UPI or card .* give their places back after 24 hours\.$/);

    for (const [holdHours, words] of [
      [336, "336 hours"],
      [1, "an hour"],
    ] as const) {
      const before = dataVersion().all;
      changeCapacity(owner(), { what: "usual", places: 500, holdHours });
      expect(await lineOf()).toMatch(new RegExp(`places back after ${words}\\.$`));
      expect(dataVersion().all, "what is kept of the page is old").toBeGreaterThan(before);
    }
  });
});
