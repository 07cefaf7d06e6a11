import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit, images } from "db/schema";
import { renderMarkdown } from "~/features/zoo/markdown.server";
import { ownSection } from "~/features/zoo/zoo-texts.server";
import { NO_TEXTS } from "~/features/zoo/zoo-profile";
import {
  profileVersion,
  publicZoo,
  saveProfile,
  saveTexts,
  saveZooImage,
} from "~/features/zoo/zoo-profile.server";
import { ProfileInput, TextsInput } from "~/features/zoo/zoo.schema";
import { openapiDocument } from "~/api/openapi.server";
import { attachmentsOf, compose } from "~/features/mail/compose.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";
import { sendAndRender as send } from "../../support/site/rendered-app";

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

const textOf = async (pdf: Buffer) => {
  const { title, pages } = await readPdf(pdf);
  return [title, ...pages.map(({ text }) => text)].join("\n");
};

const OLD = /zoo verse(?!-)|lake road|bengaluru|560001|5550 0142|hello@zooverse/i;

describe("a profile", () => {
  test("is what every page, mail, ticket and file says; nothing has the old one", async () => {
    saveProfile(owner(), profile());
    const { id } = anOrder();
    updateOrderStatus(owner(), id, "paid");
    const order = orderById(id);

    const pages = ["/", "/about", "/contact", "/animals", "/tickets", "/tickets/find", "/privacy"];
    const more = ["/terms", "/api/docs", "/login", "/site.webmanifest", "/nowhere"];
    for (const path of [...pages, ...more]) {
      const text = await (await send(path)).text();
      expect(OLD.exec(text)?.[0], path).toBeUndefined();
      if (path !== "/nowhere") expect(text, path).toContain("Tiger Hill");
    }
    expect(openapiDocument("http://zoo.test").info.title).toBe("Tiger Hill");
    const mail = { kind: "paid" as const, recipient: "asha@example.org", order, payload: {} };
    const { text, html, replyTo, from } = await compose(mail as never);
    expect(
      OLD.exec(`${String(text)} ${String(html)} ${JSON.stringify([replyTo, from])}`),
    ).toBeNull();
    expect(String(text)).toContain("Tiger Hill, Hill Road 7, Mysuru 570001");
    for (const { name, bytes } of attachmentsOf(mail as never)) {
      const content = await bytes();
      const words = name.endsWith(".pdf") ? await textOf(content) : content.toString();
      expect(
        OLD.exec(words.replace("PRODID:-//Zoo Verse//Visit//EN", ""))?.[0],
        name,
      ).toBeUndefined();
      expect(words).toContain("Tiger Hill");
    }
  });

  test("is saved with its errors at its fields, audited, and not over somebody else's", () => {
    const wrong = ProfileInput.safeParse({
      ...profile(),
      taxNumber: "29ABC",
      mapUrl: "http://maps.example",
      email: "office",
      name: " ",
    });
    expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual([
      "name",
      "taxNumber",
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

  test("has its own logo, whose file goes with it", () => {
    const image = { id: "LOGO", files: [{ width: 300, height: 80, bytes: Buffer.from("x") }] };
    saveZooImage(owner(), "logo", image);
    expect(publicZoo().logoUrl).toBe("/images/LOGO.webp");

    saveZooImage(owner(), "logo", null);
    expect([publicZoo().logoUrl, db.select().from(images).all()]).toEqual(["", []]);
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
      terms: "Our *rule*.",
      termsTitle: "House rules",
    });

    const home = await (await send("/")).text();
    expect(home).toContain("Come and see");
    expect(home).toContain("Few people.");
    expect(home).not.toContain("Habitats with room");
    expect(ownSection("terms")).toEqual({
      title: "House rules",
      html: "<p>Our <em>rule</em>.</p>",
    });
    expect(await (await send("/terms")).text()).toContain("House rules");
  });
});
