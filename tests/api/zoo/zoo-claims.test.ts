import { describe, expect, test } from "vitest";
import { NO_TEXTS } from "~/features/zoo/zoo-profile";
import { renderMarkdown } from "~/features/zoo/markdown.server";
import {
  imageVersion,
  saveProfile,
  saveTexts,
  saveZooImage,
} from "~/features/zoo/zoo-profile.server";
import { TextsInput } from "~/features/zoo/zoo.schema";
import { toIcs } from "~/features/booking/ics.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";
import { sendAndRender as send } from "../../support/site/rendered-app";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const textOf = async (path: string) => (await send(path)).text();

const OF_DEMO_ZOO = /200\+|over 200|red pandas|red panda gets|15 conservation|25k|on Lake Road in/i;

describe("a zoo promises nothing that it has not set", () => {
  test.each([
    ["city", { city: "Mysuru" }],
    ["street", { street: "Hill Road 7" }],
    ["name", { name: "Tiger Hill" }],
  ])("with another %s", async (_, changes) => {
    saveProfile(owner(), changes);
    for (const path of ["/", "/about"])
      expect(OF_DEMO_ZOO.exec(await textOf(path))?.[0], path).toBeUndefined();
  });

  test("with another photograph", async () => {
    const files = [{ width: 300, height: 80, bytes: Buffer.from("x") }];
    saveZooImage(owner(), "hero", { id: "HERO", files }, "A tiger in the grass");
    const home = await textOf("/");
    expect(home).not.toContain("hero-red-panda");
    expect(home).toContain("A tiger in the grass");
    expect(OF_DEMO_ZOO.exec(home)?.[0]).toBeUndefined();
    expect(OF_DEMO_ZOO.exec(await textOf("/about"))?.[0]).toBeUndefined();
  });

  test("without a phone nobody is asked to call", async () => {
    saveProfile(owner(), { phone: "" });
    expect(await textOf("/contact")).not.toMatch(/or call|phone, email/i);
  });
});

test("the legal name and the tax number are in the terms, on mails and on tickets", async () => {
  saveProfile(owner(), { legalName: "Tiger Hill Trust", taxNumber: "29ABCDE1234F1Z5" });
  const { id } = anOrder();
  updateOrderStatus(owner(), id, "paid");
  const pdf = await readPdf(await ticketsFile(orderById(id), "http://zoo.test")!.bytes());
  for (const text of [await textOf("/terms"), pdf.pages.map((page) => page.text).join()]) {
    expect(text).toContain("Tiger Hill Trust");
    expect(text).toContain("29ABCDE1234F1Z5");
  }
});

test("a name in another script is in the calendar in lines of 75 bytes, and on tickets", async () => {
  const name = "मैसूर चिड़ियाघर और वनस्पति उद्यान और बहुत लंबा नाम";
  saveProfile(owner(), { name });
  const { id } = anOrder();
  updateOrderStatus(owner(), id, "paid");
  const ics = toIcs(orderById(id), "http://zoo.test/t");
  for (const line of ics.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThan(76);
  expect(ics.replaceAll("\r\n ", "")).toContain(name);
  const pdf = await readPdf(await ticketsFile(orderById(id), "http://zoo.test")!.bytes());
  expect(pdf.pages[0]!.text).toContain("मैसूर");
});

describe("Markdown", () => {
  test("begins at the third heading and links to safe addresses only", () => {
    expect(renderMarkdown("# Rules\n\n###### Small")).toBe("<h3>Rules</h3>\n<h6>Small</h6>");
    expect(renderMarkdown("[a](https://a.example) [b](http://b.example) [c](/about)")).toBe(
      '<p><a href="https://a.example" rel="noopener nofollow">a</a> <a>b</a> <a href="/about">c</a></p>',
    );
    expect(renderMarkdown("![a](https://a.example/x.png)")).not.toContain("<img");
  });

  test("is refused with HTML or http, each at its field", () => {
    const issue = (story: string) =>
      TextsInput.safeParse({ why: [], figures: [], story }).error?.issues[0]?.path[0];
    for (const text of ["<b>x</b>", "<!-- x -->", "<img src=x>", "[x](http://a.example)"])
      expect(issue(text), text).toBe("story");
    for (const text of ["<https://a.example>", "2 < 3 and 5 > 4", "[x](https://a.example)"])
      expect(issue(text), text).toBeUndefined();
  });
});

test("a line without a title is an error at its title, not lost", () => {
  const parsed = TextsInput.safeParse({
    why: [{ title: "", line: "Few people." }],
    figures: [{ figure: "", of: "animals" }],
    terms: "No balloons.",
  });
  expect(parsed.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "why.0.title",
    "figures.0.figure",
    "termsTitle",
  ]);
});

test("an image that somebody else has changed is not replaced", () => {
  const files = [{ width: 300, height: 80, bytes: Buffer.from("x") }];
  const seen = imageVersion("logo");
  saveZooImage(owner(), "logo", { id: "ONE", files }, undefined, seen);
  expect(() => saveZooImage(owner(), "logo", { id: "TWO", files }, undefined, seen)).toThrowError(
    "Someone else",
  );
});

test("texts of the zoo stay where it has not written others", async () => {
  saveTexts(owner(), { ...NO_TEXTS, lede: "Only ours." });
  expect(await textOf("/")).toContain("Meet the wild side of your city");
});
