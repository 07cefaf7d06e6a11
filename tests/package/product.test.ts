import { readdirSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProblems } from "db/backup.server";
import { clientOf } from "../support/site/client";
import { oneFile, OWNER } from "../support/site/executable";

let file: ReturnType<typeof oneFile>;
beforeAll(() => void (file = oneFile()));
afterAll(() => file.remove());

const visitDay = () => new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

/** Adds an animal with a picture, as a form would send it. */
async function upload(url: string) {
  const signedIn = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { accessToken } = (await signedIn.json()).data;
  const photo = sharp({ create: { width: 1500, height: 900, channels: 3, background: "#17603a" } });
  const body = new FormData();
  body.append("name", "Okapi");
  body.append("description", "Eats Süßgras.");
  body.append("image", new Blob([new Uint8Array(await photo.jpeg().toBuffer())]), "okapi.jpg");
  const answer = await fetch(`${url}/api/v1/animal`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}` },
    body,
  });
  expect(answer.status).toBe(201);
  return new URL((await answer.json()).data.imageUrl, url).pathname;
}

const typeAt = async (url: string) => {
  const answer = await fetch(url);
  return `${answer.status} ${answer.headers.get("content-type")?.split(";")[0]}`;
};

test("alone in an empty folder it is the whole product, and remembers all of it", async () => {
  expect(readdirSync(file.folder)).toEqual(["zoo-verse"]);
  const first = await file.open();
  const { own, codes } = await (await clientOf(first)).book(visitDay(), "paid");
  const picture = await upload(first.url);
  const backup = file.zoo(["backup", "copy.db"]);
  await first.close();

  expect(backup).toEqual({ status: 0, said: "Backed up to copy.db, and checked", complained: "" });
  expect(findProblems(file.path("copy.db"))).toEqual([]);
  expect(codes).toHaveLength(1);
  expect(first.said.err).toBe("");
  expect(first.said.out).toMatch(/"path":"\/healthz","client":"127\.0\.0\.0"/);

  const again = await file.open();
  const types = {
    [own]: "200 text/html",
    [`${own}/tickets.pdf`]: "200 application/pdf",
    [picture]: "200 image/webp",
    "/": "200 text/html",
    "/favicon.svg": "200 image/svg+xml",
    "/photos/giraffe.webp": "200 image/webp",
  };
  for (const [path, type] of Object.entries(types)) {
    expect(await typeAt(again.url + path), path).toBe(type);
  }
  const page = await (await fetch(again.url)).text();
  const script = /\/build\/entry\.client-[\w-]+\.js/.exec(page)?.[0];
  expect(await typeAt(again.url + script)).toMatch(/^200 .*javascript$/);
  const found = await (await fetch(`${again.url}/api/v1/animal?q=sussgras`)).json();
  expect(found.data.items, "letters beyond ASCII are read as they were written").toHaveLength(1);
  await again.close();
  expect(file.zoo(["check"])).toMatchObject({ status: 0, said: "data/zoo.db is sound" });
});

test("two that start at once without a cache both answer, each with its own zoo", async () => {
  const zoos = await Promise.all(
    ["one", "two"].map((name) => file.open({ DATA_DIR: name, ZOO_CACHE_DIR: file.path("cold") })),
  );
  const answers = await Promise.all(zoos.map(({ url }) => typeAt(`${url}/photos/giraffe.webp`)));
  await Promise.all(zoos.map(({ close }) => close()));

  expect(answers).toEqual(["200 image/webp", "200 image/webp"]);
  expect(readdirSync(file.path("cold"))).toEqual([
    expect.stringMatching(/^zoo-verse-[\da-f]{16}$/),
  ]);
});

test("a second one on the same data is turned away in one line", async () => {
  const first = await file.open({ DATA_DIR: "shared" });
  const second = file.zoo(["serve"], { DATA_DIR: "shared", PORT: "0" });
  await first.close();

  expect(second).toMatchObject({ status: 1, said: "" });
  expect(second.complained).toMatch(
    /^The database in DATA_DIR \(shared\).* open in another process \(pid \d+\)$/,
  );
});
