import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { ANIMAL_FIELDS } from "~/features/animals/animal.rules";
import { listAnimals } from "~/features/animals/animals.server";
import { ListAnimals } from "~/features/animals/animal.schema";
import { bearerOf } from "../../support/data/factories";
import { cookieOf, send } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";

const OWN = "/photos/red-panda.webp";
/** They hold the loader data and the meta description, so every field, whether the page renders it or not. */
const HEAD_AND_SCRIPTS = /<head[\s\S]*?<\/head>|<script[\s\S]*?<\/script>/g;
/** A value of each field that stands nowhere else. */
const VALUES = Object.fromEntries(
  ANIMAL_FIELDS.map((field) => [field, field === "imageUrl" ? OWN : `Zz${field} for the test`]),
);
let headers: Record<string, string>;
let id: string;

async function request(method: string, path: string, body: object) {
  const init = { method, headers: { ...headers, "content-type": "application/json" } };
  const response = await send(path, { ...init, body: JSON.stringify(body) });
  return (await response.json()) as { data: Record<string, string> };
}

beforeAll(async () => {
  headers = { authorization: `Bearer ${await bearerOf("owner")}` };
  id = (await request("POST", "/api/v1/animal", VALUES)).data._id!;
});

describe.each(ANIMAL_FIELDS)("the field %s of an animal", (field) => {
  test("is returned by the API and shown on the public page", async () => {
    const { data } = await (await send(`/api/v1/animal/${id}`)).json();
    const page = await (await sendAndRender(`/animals/${id}`)).text();
    const visible = page.replace(HEAD_AND_SCRIPTS, "");

    expect(data[field]).toBe(VALUES[field]);
    expect(visible).toContain(VALUES[field]);
  });

  test("has an input on the form for new animals", async () => {
    const headers = { cookie: await cookieOf("owner") };
    const form = await (await sendAndRender("/admin/dashboard/add/animals", { headers })).text();

    expect(form).toMatch(new RegExp(`<(input|textarea)[^>]* name="${field}"`));
  });

  test("is searchable, unless it is a URL", () => {
    const query = ListAnimals.parse({ q: field === "imageUrl" ? "Zzname" : `Zz${field}` });
    expect(listAnimals(query).items.map((animal) => animal.id)).toEqual([id]);
  });

  test("is audited when it changes", async () => {
    const value = field === "imageUrl" ? "/photos/meerkat.webp" : `Yy${field}, long enough`;
    const { data } = await request("PATCH", `/api/v1/animal/${id}`, { [field]: value });
    const [row] = db
      .select()
      .from(audit)
      .where(eq(audit.action, "animal.edit"))
      .orderBy(desc(audit.id))
      .limit(1)
      .all();

    expect(data[field]).toBe(value);
    expect(JSON.parse(row?.after ?? "{}")).toMatchObject({ [field]: value });
    await request("PATCH", `/api/v1/animal/${id}`, { [field]: VALUES[field] });
  });
});

test.each(["image", "file", "photo"])("a file in the field %s is the image", async (field) => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("name", "Lion");
  body.set("description", "Sleeps twenty hours a day.");
  body.set(field, new File([new Uint8Array(png)], "lion.png"));
  const headers = { authorization: `Bearer ${await bearerOf("owner")}` };

  const answer = await send("/api/v1/animal", { method: "POST", headers, body });

  const { data } = (await answer.json()) as { data: { imageUrl: string } };
  expect(data.imageUrl).toMatch(/^\/images\/\w+\.webp$/);
});

test("the form takes our own address for the path", async () => {
  const body = new FormData();
  body.set("name", "Own address");
  body.set("description", "Sleeps twenty hours a day.");
  body.set("imageUrl", "http://zoo.test/photos/red-panda.webp");
  const headers = { cookie: await cookieOf("owner") };

  await send("/admin/dashboard/add/animals", { method: "POST", headers, body });

  const [animal] = listAnimals(ListAnimals.parse({ q: "Own address" })).items;
  expect(animal?.imageUrl).toBe("/photos/red-panda.webp");
});
