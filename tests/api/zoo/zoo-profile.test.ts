import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, images } from "db/schema";
import { renderMarkdown } from "~/features/zoo/markdown.server";
import { taxPercentAt } from "~/features/zoo/tax-rates.server";
import { ownSection } from "~/features/zoo/zoo-texts.server";
import { NO_TEXTS } from "~/features/zoo/zoo-profile";
import {
  profileVersion,
  publicZoo,
  saveProfile,
  saveTexts,
  saveZooImage,
  zooProfile,
} from "~/features/zoo/zoo-profile.server";
import { ProfileInput, TextsInput } from "~/features/zoo/zoo.schema";
import { openapiDocument } from "~/api/openapi.server";
import { attachmentsOf, compose } from "~/features/mail/compose.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { aRequest } from "../../support/data/groups";
import { isRequestMail, MAIL_KINDS, type MailKind } from "~/features/mail/mail.rules";
import { processImage } from "~/features/images/images.server";
import { toIcs } from "~/features/booking/ics.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";
import { cookieOf } from "../../support/site/app";
import { sendAndRender as send } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const profile = (changes: Record<string, unknown> = {}) =>
  ProfileInput.parse({
    ...{ name: "Tiger Hill", shortName: "Tiger Hill", street: "Hill Road 7", city: "Mysuru" },
    ...{
      postcode: "570001",
      country: "IN",
      phone: "+91 821 555 0100",
      email: "office@tiger.example",
    },
    links: [],
    ...changes,
  });

const LEGAL = { legalName: "Tiger Hill Trust", taxNumber: "29ABCDE1234F1Z5" };
const LINKS = { mapUrl: "https://maps.example/tiger", links: ["https://www.social.example/tiger"] };
const PRODID = "PRODID:-//Zoo Verse//Visit//EN";

const anImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#17603a" } })
    .png()
    .toBuffer();

const textOf = async (pdf: Buffer) => {
  const { title, pages } = await readPdf(pdf);
  return [title, ...pages.map(({ text }) => text)].join("\n");
};

const OLD = /zoo verse(?!-)|lake road|bengaluru|560001|5550 0142|hello@zooverse/i;

describe("a profile", () => {
  test("is what every page, mail, ticket and file says; nothing has the old one", async () => {
    saveProfile(owner(), profile({ ...LEGAL, ...LINKS }));
    saveZooImage(owner(), "logo", await processImage(await anImage(600, 120)));
    const { id } = anOrder();
    const pending = orderById(id);
    updateOrderStatus(owner(), id, "paid");
    const order = orderById(id);
    const [code] = codesOf(order.seq);

    const pages = [
      "/",
      "/about",
      "/contact",
      "/groups",
      "/animals",
      "/tickets",
      "/tickets/find",
      "/privacy",
    ];
    const more = ["/terms", "/api/docs", "/login", "/site.webmanifest", "/nowhere", `/t/${code}`];
    for (const path of [...pages, ...more, visitorOrderPath(order)]) {
      const text = await (await send(path)).text();
      expect(OLD.exec(text)?.[0], path).toBeUndefined();
      if (path !== "/nowhere") expect(text, path).toContain("Tiger Hill");
    }
    for (const path of ["/sitemap.xml", "/robots.txt"])
      expect(OLD.exec(await (await send(path)).text())?.[0], path).toBeUndefined();
    const contact = await (await send("/contact")).text();
    for (const text of [LINKS.mapUrl, "social.example", "+91 821 555 0100", "office@tiger.example"])
      expect(contact).toContain(text);
    const openapi = openapiDocument("http://zoo.test");
    expect(openapi.info.title).toBe("Tiger Hill");
    expect(OLD.exec(JSON.stringify(openapi))?.[0]).toBeUndefined();
    expect(OLD.exec(toIcs(pending, "http://zoo.test").replace(PRODID, ""))?.[0]).toBeUndefined();

    const about: Partial<Record<MailKind, object>> = {
      links: { bookings: [order] },
      account: { event: "factorAdded" },
      reset: { createdAt: Date.now(), account: anAdmin() },
    };
    for (const kind of MAIL_KINDS) {
      const content = isRequestMail(kind) ? { request: aRequest() } : { order, payload: {} };
      const mail = { kind, recipient: "asha@example.org", ...(about[kind] ?? content) };
      const { text, html, replyTo, from } = await compose(mail as never);
      const sent = `${String(text)} ${String(html)} ${JSON.stringify([replyTo, from])}`;
      expect(OLD.exec(sent)?.[0], kind).toBeUndefined();
      expect(String(text), kind).toContain("Tiger Hill, Hill Road 7, Mysuru 570001");
      expect(String(text), kind).toContain("Tiger Hill Trust, GSTIN 29ABCDE1234F1Z5");
      expect(String(html), kind).toContain(publicZoo().logoUrl);
      for (const { name, bytes } of attachmentsOf(mail as never)) {
        const file = await bytes();
        const words = name.endsWith(".pdf") ? await textOf(file) : file.toString();
        expect(OLD.exec(words.replace(PRODID, ""))?.[0], name).toBeUndefined();
        expect(words).toContain("Tiger Hill");
        if (name.endsWith(".pdf")) expect(file.includes("/Subtype /Image")).toBe(true);
      }
    }
  });

  test("is saved with its errors at its fields, audited, and not over somebody else's", () => {
    const wrong = ProfileInput.safeParse({
      ...profile(),
      taxNumber: "29ABC",
      taxPercent: "60",
      mapUrl: "http://maps.example",
      email: "office",
      name: " ",
    });
    expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual([
      "name",
      "taxNumber",
      "taxPercent",
      "mapUrl",
      "email",
    ]);

    const seen = profileVersion();
    saveProfile(owner(), profile(), seen);
    expect(() => saveProfile(owner(), profile({ city: "Pune" }), seen)).toThrowError(
      "Someone else",
    );
    expect(() => saveProfile(asStaff(anAdmin()), profile())).toThrowError();
    const { action, before, after } = db.select().from(audit).all().at(-1)!;
    expect([action, JSON.parse(before!).city, JSON.parse(after!).city]).toEqual([
      "zoo.profile",
      "Bengaluru",
      "Mysuru",
    ]);
  });

  test.each([
    ["", 0],
    ["18", 18],
    ["2.5", 2.5],
    ["50", 50],
    ["50.01", undefined],
    ["1.234", undefined],
    ["-1", undefined],
    ["much", undefined],
  ])("has the tax rate %j, read as %j", (taxPercent, expected) => {
    const { data, error } = ProfileInput.safeParse({ ...profile(), taxPercent });
    expect(data?.taxPercent).toBe(expected);
    if (error) expect(error.issues.map(({ path }) => path)).toEqual([["taxPercent"]]);
  });

  test("has the tax rate of each moment, which pages for visitors do not get", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
    saveProfile(owner(), profile({ taxPercent: "18" }));
    vi.setSystemTime(2000);
    saveProfile(owner(), profile({ taxPercent: "5" }));
    saveProfile(owner(), profile({ taxPercent: "5", city: "Pune" }));
    vi.useRealTimers();

    expect([999, 1000, 1999, 2000].map(taxPercentAt)).toEqual([0, 18, 18, 5]);
    expect(publicZoo()).not.toHaveProperty("taxPercent");
  });

  test("has its own logo, whose file goes with it", () => {
    const image = { id: "LOGO", files: [{ width: 300, height: 80, bytes: Buffer.from("x") }] };
    saveZooImage(owner(), "logo", image);
    expect(publicZoo().logoUrl).toBe("/images/LOGO.webp");

    saveZooImage(owner(), "logo", null);
    expect([publicZoo().logoUrl, db.select().from(images).all()]).toEqual(["", []]);
  });
});

describe("the screen of the profile", () => {
  const PATH = "/admin/dashboard/zoo";
  const post = async (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const init = { method: "POST", body, headers: { cookie: await cookieOf("owner") } };
    const response = await send(PATH, init);
    return { status: response.status, html: await response.text() };
  };
  const typed = {
    intent: "profile",
    ...{ name: "Tiger Hill", shortName: "Tiger", street: "Hill Road 7", city: "Mysuru" },
    ...{ postcode: "570001", country: "IN", email: "office@tiger.example" },
  };

  test("tells the second of two owners that the first has saved, with what they typed", async () => {
    const seen = profileVersion();
    expect((await post({ ...typed, seen })).status).toBe(302);

    const { status, html } = await post({
      ...typed,
      street: "Lake Road 1",
      phone: "+91 821 555 0199",
      seen,
    });
    expect(status).toBe(409);
    expect(html).toContain("Someone else has changed this");
    const phone = html.match(/<input[^>]*>/g)?.find((field) => field.includes('name="phone"'));
    expect(phone).toContain('value="+91 821 555 0199"');
    expect(zooProfile()).toMatchObject({
      street: "Hill Road 7",
      phone: expect.not.stringMatching("0199"),
    });
  });

  test("names at its field a file that is no image", async () => {
    const file = new File(["no image"], "logo.png", { type: "image/png" });
    const { status, html } = await post({ which: "logo", "logo-file": file });
    expect(status).toBe(400);
    expect(html).toMatch(/id="logo-file-error"[^>]*>.*?Choose a JPEG, PNG, WebP or AVIF image\./s);
  });

  test("changes the words of a photograph without it, and takes it away", async () => {
    const file = new File([new Uint8Array(await anImage(600, 120))], "hero.png");
    await post({ which: "hero", heroAlt: "Green", "hero-file": file });
    await post({ which: "hero", heroAlt: "A green hill" });
    expect(zooProfile()).toMatchObject({
      heroAlt: "A green hill",
      hero: expect.stringMatching(/./),
    });
    await post({ which: "hero", intent: "remove-hero" });
    expect(zooProfile().hero).toBe("");
    await post({ which: "logo", "logo-file": file });
    expect(publicZoo().logoUrl).not.toBe("");
    await post({ which: "logo", intent: "remove-logo" });
    expect(publicZoo().logoUrl).toBe("");
  });
});

describe("texts", () => {
  test("are Markdown without HTML", () => {
    const parsed = TextsInput.safeParse({ why: [], figures: [], story: "Hello <b>you</b>" });
    expect(parsed.error?.issues[0]).toMatchObject({ path: ["story"] });

    expect(renderMarkdown("**Hi** [x](javascript:alert(1))\n\n<script>1</script>")).toBe(
      "<p><strong>Hi</strong> <a>x</a></p>\n<p>&lt;script&gt;1&lt;/script&gt;</p>",
    );
  });

  test("replace those of a new zoo", async () => {
    saveTexts(owner(), {
      ...NO_TEXTS,
      headline: "Come and see",
      why: [{ title: "Quiet", line: "Few people." }],
      story: "We are **small**.\n\n# Since 1950",
      terms: "Our *rule*.",
      termsTitle: "House rules",
    });

    const home = await (await send("/")).text();
    expect(home).toContain("Come and see");
    expect(home).toContain("Few people.");
    expect(home).not.toContain("Habitats with room");
    expect(await (await send("/about")).text()).toMatch(/<h3[^>]*>Since 1950</);
    expect(ownSection("terms")).toEqual({
      title: "House rules",
      html: "<p>Our <em>rule</em>.</p>",
    });
    expect(await (await send("/terms")).text()).toContain("House rules");
  });

  test("are previewed without being saved", async () => {
    const fields = { intent: "preview", headline: "", story: "We are **small**.\n\n# Since 1950" };
    const init = { ...formOf(fields), headers: { cookie: await cookieOf("owner") } };
    const preview = await (await send("/admin/dashboard/zoo/texts", init)).text();

    expect(preview).toMatch(/<h3[^>]*>Since 1950</);
    expect(await (await send("/about")).text()).not.toContain("Since 1950");
  });
});

test("a calendar entry has the zoo's name and address, with their signs escaped", () => {
  saveProfile(owner(), profile({ name: "Tiger; Hill", street: "Gate 2, Hill\\Road" }));
  const ics = toIcs(orderById(anOrder().id), "http://zoo.test").replace(/\r\n /g, "");

  expect(ics).toContain(
    String.raw`LOCATION:Tiger\; Hill\, Gate 2\, Hill\\Road\, Mysuru 570001${"\r\n"}`,
  );
});
