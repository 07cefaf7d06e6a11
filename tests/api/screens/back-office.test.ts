import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, images } from "db/schema";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { sendMessage } from "~/features/messages/messages.server";
import { call, send, type Who } from "../../support/site/app";
import { anAdmin, anAnimal, bearerOf, quickHash } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { PICTURES } from "../../support/hostile/xss";
import { formOf } from "../../support/site/sessions";
import { logger } from "~/lib/http/logger.server";

const MB = 1024 * 1024;
const LOGIN_FIRST = "Forbidden: login required";
const NOT_FOR_YOUR_ROLE = "Forbidden: insufficient role";
const PASSWORD = "correct horse 9";
const quick = quickHash(PASSWORD);

const LION = { name: "Asiatic lion", description: "Rests most of the day and hunts at dusk." };

// The first request loads the whole of the app.
beforeAll(async () => void (await send("/robots.txt")), 30_000);
afterEach(() => vi.restoreAllMocks());

type Sent = {
  as?: Who;
  id?: string;
  fields?: Record<string, string>;
  image?: Buffer;
  name?: string;
};

/** An animal as a browser's form sends it, with a file. */
async function upload({ as = "owner", id, fields = {}, image, name = "lion.jpg" }: Sent) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  if (image) body.append("image", new Blob([new Uint8Array(image)]), name);
  const headers = new Headers();
  if (as !== "nobody") headers.set("authorization", `Bearer ${await bearerOf(as)}`);
  const method = id ? "PATCH" : "POST";
  const response = await send(`/api/v1/animal${id ? `/${id}` : ""}`, { method, headers, body });
  return { status: response.status, body: (await response.json()) as any };
}

const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#17603a" } });
const kept = () => db.$count(images);

/** Somebody of the staff with the headers that prove it. */
async function signedIn(changes: Parameters<typeof anAdmin>[0] = {}) {
  const admin = anAdmin(changes);
  const { accessToken } = await createSession(admin.id, "test");
  return { ...admin, headers: { authorization: `Bearer ${accessToken}` } };
}

describe("animals", () => {
  test.each(["editor", "admin", "owner"] as const)(
    "%s: text is sent and returned as JSON",
    async (as) => {
      const words = { ...LION, title: "Panthera leo leo", category: "Mammals" };
      const created = await call("POST /animal", { as, body: words });
      const params = { id: created.body.data._id as string };
      const edited = await call("PATCH /animal/{id}", {
        as,
        params,
        body: { title: "", category: null },
      });

      expect([created.status, created.body.message]).toEqual([201, "Animal created"]);
      expect(created.body.data).toMatchObject({ ...words, imageUrl: "" });
      expect([edited.status, edited.body.message]).toEqual([200, "Animal updated"]);
      expect(edited.body.data).toMatchObject({ ...LION, title: "", category: "" });
    },
  );

  test.each([
    [{}, "Name and description are required"],
    [{ name: "Lion" }, "Name and description are required"],
    [{ name: " ", description: "Rests." }, "Name and description are required"],
    [{ ...LION, name: "x".repeat(101) }, "Use at most 100 characters, not 101"],
    [{ ...LION, description: "x".repeat(5_001) }, "Use at most 5000 characters, not 5001"],
  ])("%j is rejected", async (body, message) => {
    const answer = await call("POST /animal", { as: "owner", body });

    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test.each([...PICTURES, "/etc/passwd"])("%j is not the URL of an image", async (imageUrl) => {
    const { status, body } = await call("POST /animal", {
      as: "owner",
      body: { ...LION, imageUrl },
    });

    expect([status, body.message]).toEqual([400, "Image URL must start with https://"]);
  });

  test("the server accepts a short description", async () => {
    const answer = await call("POST /animal", {
      as: "editor",
      body: { ...LION, description: "Big." },
    });

    expect(answer.status).toBe(201);
  });

  test("a missing animal can be neither changed nor deleted", async () => {
    const params = { id: "nothing" };
    const edited = await call("PATCH /animal/{id}", { as: "owner", params, body: LION });
    const deleted = await call("DELETE /animal/{id}", { as: "owner", params });

    for (const answer of [edited, deleted]) {
      expect([answer.status, answer.body.message]).toEqual([404, "Animal not found"]);
    }
  });
});

describe("images", () => {
  test("a JPEG is resized, rotated and stripped of GPS data", async () => {
    const image = await picture(2_000, 1_000)
      .withExif({ IFD0: { Copyright: "zoo" }, IFD3: { GPSLatitude: "12/1 58/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();

    const { status, body } = await upload({ fields: LION, image });
    const answer = await send(body.data.imageUrl);
    const file = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    const small = await send(body.data.imageUrl.replace(".webp", "-480.webp"));
    const thumb = await sharp(Buffer.from(await small.arrayBuffer())).metadata();

    expect(status).toBe(201);
    expect(body.data.imageUrl).toMatch(/^\/images\/\w{32}\.webp$/);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect([file.format, file.width, file.height]).toEqual(["webp", 1_000, 2_000]);
    expect([thumb.width, thumb.height]).toEqual([480, 960]);
    expect([file.exif, file.orientation, file.icc]).toEqual([undefined, undefined, undefined]);
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("%s is accepted", async (format) => {
    const image = await picture().toFormat(format).toBuffer();

    const { status } = await upload({ as: "admin", fields: LION, image, name: "no-ending" });

    expect(status).toBe(201);
  });

  const WRONG_KIND = "Choose a JPEG, PNG, WebP or AVIF image.";
  const UNREADABLE = "Could not read the selected file.";
  test.each([
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, WRONG_KIND],
    [
      "a HEIC photo",
      () => Buffer.from("\0\0\0\x18ftypmif1\0\0\0\0mif1heic"),
      400,
      "This is a HEIC image, which browsers cannot show. Save it as a JPEG and choose that.",
    ],
    ["a GIF", () => picture().gif().toBuffer(), 400, WRONG_KIND],
    ["text that is named .jpg", () => Buffer.from("I am a picture"), 400, WRONG_KIND],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>"), 400, WRONG_KIND],
    [
      "half a JPEG",
      async () => {
        const whole = await sharp(randomBytes(3 * 256 * 256), {
          raw: { width: 256, height: 256, channels: 3 },
        })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      400,
      UNREADABLE,
    ],
    ["a JPEG's first bytes", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 400, UNREADABLE],
    [
      "a PNG of more than 40 megapixels in few bytes",
      () => picture(8_001, 5_000).png().toBuffer(),
      413,
      "The image has 41 megapixels; PNG images may have at most 40. Choose a smaller one.",
    ],
    [
      "an AVIF that takes seconds to decode",
      () => picture(4_001, 3_000).avif({ effort: 0 }).toBuffer(),
      413,
      "The image has 13 megapixels; AVIF images may have at most 12. Choose a smaller one.",
    ],
    [
      "more than 5 MB",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * MB)]),
      413,
      "The image is larger than 5 MB.",
    ],
  ])(
    "%s is rejected at the file field, and nothing is stored",
    async (_, made, status, message) => {
      const answer = await upload({ fields: LION, image: await made() });

      expect([answer.status, answer.body.message]).toEqual([status, message]);
      expect(answer.body.errors).toEqual([{ path: "image", message }]);
      expect(await kept()).toBe(0);
    },
  );

  test("a body above the image limit is not read completely", async () => {
    const answer = await upload({ fields: LION, image: Buffer.alloc(7 * MB) });

    expect([answer.status, answer.body.message]).toEqual([413, "The body is larger than 6 MB"]);
  });

  test("an editor may send the form without a file, and no file", async () => {
    const image = await picture().png().toBuffer();

    const words = await upload({ as: "editor", fields: LION });
    const withFile = await upload({ as: "editor", fields: LION, image });
    const edited = await upload({ as: "editor", id: anAnimal().id, image });

    expect(words.status).toBe(201);
    for (const { status, body } of [withFile, edited]) {
      expect([status, body.message]).toEqual([403, NOT_FOR_YOUR_ROLE]);
    }
    expect(await kept()).toBe(0);
  });

  test("errors are sent after the image is read", async () => {
    const { status, body } = await upload({ as: "nobody", image: Buffer.alloc(7 * MB) });

    expect([status, body.message]).toEqual([401, LOGIN_FIRST]);
  });

  test("a file takes precedence over a URL; unused images are deleted", async () => {
    const image = await picture().png().toBuffer();
    const fields = { ...LION, imageUrl: "https://example.org/lion.jpg" };
    const { body } = await upload({ fields, image });
    const id = body.data._id as string;
    const params = { id };
    const shown = await kept();
    const cleared = await call("PATCH /animal/{id}", {
      as: "editor",
      params,
      body: { imageUrl: null },
    });

    expect(body.data.imageUrl).toMatch(/^\/images\//);
    expect(shown).toBe(1);
    expect(cleared.body.data.imageUrl).toBe("");
    expect(await kept()).toBe(0);
  });

  test("an image of two animals is deleted with the last", async () => {
    const image = await picture().png().toBuffer();
    const first = await upload({ fields: LION, image });
    const second = await upload({ fields: { ...LION, name: "Her sister" }, image });

    await call("DELETE /animal/{id}", { as: "admin", params: { id: first.body.data._id } });
    const between = await send(second.body.data.imageUrl);
    await call("DELETE /animal/{id}", { as: "admin", params: { id: second.body.data._id } });
    const after = await send(second.body.data.imageUrl);

    expect(first.body.data.imageUrl).toBe(second.body.data.imageUrl);
    expect([between.status, after.status]).toEqual([200, 404]);
  });
});

describe("the animal form", () => {
  let cookie = "";
  const owner = async () => {
    const admin = anAdmin({ role: "owner", passwordHash: quick });
    const answer = await call("POST /admin/login", {
      body: { email: admin.email, password: PASSWORD },
    });
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  };
  const post = async (path: string, route: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { cookie };
    return send(`/admin/dashboard/${path}?_data=routes/admin/${route}`, {
      method: "POST",
      headers,
      body,
    });
  };

  test("adds an animal once per distinct submission", async () => {
    await owner();
    const form = await send("/admin/dashboard/add/animals?_data=routes/admin/animal-new", {
      headers: { cookie },
    });
    const { newId } = await form.json();
    const name = "Sent twice";
    const add = async (fields: Record<string, string>) =>
      (await post("add/animals", "animal-new", { ...LION, name, ...fields })).headers.get(
        "x-remix-redirect",
      );

    const first = await add({ newId });
    const again = await add({ newId });
    const changed = await add({ newId, title: "Her sister" });
    const strange = await add({ newId: "of another kind" });

    expect(first).toBe(`/admin/dashboard/animals#animal-${newId}`);
    expect(again).toBe(first);
    expect(new Set([first, changed, strange]).size).toBe(3);
    const { body } = await call("GET /animal", { query: { q: name } });
    expect(body.data.items).toHaveLength(3);
    expect(strange).toMatch(/#animal-\w{26}$/);
  });

  test("leaves the picture alone, empties what was emptied, and leads back to the list as it was", async () => {
    await owner();
    const image = await picture().png().toBuffer();
    const words = { ...LION, title: "Panthera leo leo", category: "Mammals" };
    const { body } = await upload({ fields: words, image });
    const { _id: id, imageUrl } = body.data as { _id: string; imageUrl: string };
    const edit = async (fields: Record<string, string>) => {
      const path = `/admin/dashboard/animals/${id}/edit?q=lion&_data=routes/admin/animal-edit`;
      const { headers } = await send(path, { ...formOf(fields), headers: { cookie } });
      return headers.get("x-remix-redirect");
    };
    const now = async () => (await call("GET /animal/{id}", { params: { id } })).body.data;

    const back = await edit({ ...LION, title: "", category: " ", imageUrl: "" });
    expect(back).toBe(`/admin/dashboard/animals?q=lion#animal-${id}`);
    expect(await now()).toMatchObject({ ...LION, title: "", category: "", imageUrl });
    await edit({ ...LION, intent: "remove-image" });
    expect(await now()).toMatchObject({ imageUrl });
    await edit({ ...LION, removeImage: "yes" });
    expect(await now()).toMatchObject({ imageUrl: "" });
  });

  test("an internal error preserves the input", async () => {
    await owner();
    const { id } = anAnimal();
    const log = vi.spyOn(logger, "error").mockReturnValue();
    sqlite.exec("ALTER TABLE images RENAME TO lost");
    sqlite.exec(
      "CREATE TRIGGER full BEFORE INSERT ON animals BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    sqlite.exec(
      "CREATE TRIGGER full_too BEFORE UPDATE ON animals BEGIN SELECT RAISE(ABORT, 'full'); END",
    );

    const created = await post("add/animals", "animal-new", LION);
    const edited = await post(`animals/${id}/edit`, "animal-edit", LION);

    expect([created.status, edited.status]).toEqual([500, 500]);
    expect(await created.json()).toMatchObject({
      message: "Failed to create animal",
      values: LION,
    });
    expect(await edited.json()).toMatchObject({ message: "Update failed.", values: LION });
    expect(log).toHaveBeenCalledTimes(2);
  });

  test("reports missing fields and normalizes line ends", async () => {
    await owner();

    const blank = await post("add/animals", "animal-new", {
      name: " ",
      description: "\r\nshort\r\n",
    });
    const long = await post("add/animals", "animal-new", {
      ...LION,
      description: "x\r\n".repeat(2_500),
    });

    expect(blank.status).toBe(400);
    expect((await blank.json()).issues).toEqual([
      { path: "name", message: "Name is required." },
      { path: "description", message: "Description should be at least 10 characters." },
    ]);
    expect(long.status).toBe(204); // a redirect, as data requests get it
    expect(long.headers.get("x-remix-redirect")).toMatch(
      /^\/admin\/dashboard\/animals#animal-\w+$/,
    );
  });
});

describe("messages", () => {
  const ask = (body = "Is there parking?", name = "Asha Rao") =>
    sendMessage({ name, email: "asha@example.org", subject: "Parking", body }).id;
  const seen = (answer: { body: any }) => answer.body.data.items.map(({ _id }: any) => _id);

  test("are searched by all fields and filtered by state", async () => {
    const [plain, other] = [ask(), ask("Lost: a hat", "Joy")];
    await call("POST /message/{id}/archive", { as: "editor", params: { id: other } });
    const list = (query: Record<string, string>) => call("GET /message", { as: "editor", query });

    for (const q of ["joy", "HAT", "asha@", "parking"]) {
      expect(seen(await list({ q }))).toContain(other);
    }
    expect(seen(await list({ q: "100%" }))).toEqual([]);
    expect(seen(await list({ archived: "false" }))).toEqual([plain]);
    expect(seen(await list({ archived: "true", read: "true" }))).toEqual([other]);
    expect(seen(await list({ read: "false" }))).toEqual([plain]);
    const { body } = await list({ read: "maybe" });
    expect([body.statusCode, body.message]).toEqual([400, "read takes true, false"]);
  });

  test("can be marked read, unread, archived and unarchived", async () => {
    const params = { id: ask() };
    const as = "editor";

    const read = await call("POST /message/{id}/read", { as, params });
    const unread = await call("PATCH /message/{id}", { as, params, body: { read: false } });
    const archived = await call("POST /message/{id}/archive", { as, params });
    const back = await call("PATCH /message/{id}", { as, params, body: { archived: false } });
    const wrong = await call("PATCH /message/{id}", { as, params, body: { read: "yes" } });

    expect([read.body.message, read.body.data.read]).toEqual(["Marked as read", true]);
    expect(unread.body.data.read).toBe(false);
    expect(archived.body.message).toBe("Archived");
    expect(archived.body.data).toMatchObject({ read: true, archived: true });
    expect(back.body.data).toMatchObject({ read: true, archived: false });
    expect([wrong.status, wrong.body.message]).toEqual([400, "read must be true or false"]);
  });

  test.each(["GET", "PATCH", "DELETE"])("%s of a missing message", async (method) => {
    const body = method === "PATCH" ? { read: true } : undefined;

    const answer = await call(`${method} /message/{id}`, {
      as: "owner",
      params: { id: "x" },
      body,
    });

    expect([answer.status, answer.body.message]).toEqual([404, "Message not found"]);
  });
});

describe("admins", () => {
  const NEW = { name: "Meera Nair", email: "meera@zoo.test", password: "secret" };

  test("a new one is an active editor by default", async () => {
    const { status, body } = await call("POST /admin/register", { as: "owner", body: NEW });
    const signedIn = await call("POST /admin/login", { body: NEW });

    expect([status, body.message]).toEqual([201, "Admin created"]);
    expect(body.data).toMatchObject({
      name: NEW.name,
      email: NEW.email,
      role: "editor",
      active: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|scrypt|hash/i);
    expect(signedIn.status).toBe(200);
  });

  test.each([
    [{}, "Name, email and password are required"],
    [{ ...NEW, password: "" }, "Name, email and password are required"],
    [{ ...NEW, password: "short" }, "Password must be at least 6 characters."],
    [{ ...NEW, email: "meera at zoo" }, "Enter a valid email."],
    [{ ...NEW, role: "keeper" }, "role must be owner, admin, editor"],
    [{ ...NEW, active: "yes" }, "active must be true or false"],
  ])("%j is rejected", async (body, message) => {
    const answer = await call("POST /admin/register", { as: "owner", body });

    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test("e-mails are unique, ignoring case", async () => {
    const { id } = anAdmin({ email: "kabir@zoo.test" });
    const other = anAdmin({ email: "joy@zoo.test" });
    const email = "KABIR@Zoo.Test";

    const twice = await call("POST /admin/register", { as: "owner", body: { ...NEW, email } });
    const moved = await call("PATCH /admin/admins/{id}", {
      as: "admin",
      params: { id: other.id },
      body: { email },
    });
    const own = await call("PATCH /admin/admins/{id}", {
      as: "owner",
      params: { id },
      body: { email },
    });

    expect([twice.status, twice.body.message]).toEqual([
      409,
      "An admin with this email already exists",
    ]);
    expect([moved.status, moved.body.message]).toEqual([
      409,
      "Another admin already uses this email",
    ]);
    expect([own.status, own.body.data.email]).toEqual([200, email]);
  });

  test.each([
    [{ active: false }, false],
    [{ isActive: false }, false],
    [{ status: "disabled" }, false],
    [{ status: "ACTIVE" }, true],
    [{ status: "enabled" }, true],
    [{ active: true, status: "disabled" }, true],
  ])("%j makes active %s, also for new admins", async (body, active) => {
    const { id } = anAdmin({ active: !active });
    const person = { name: "Ravi Nair", email: "ravi@zoo.test", password: "secret-7" };
    const made = await call("POST /admin/register", { as: "owner", body: { ...person, ...body } });
    expect([made.status, made.body.data.active]).toEqual([201, active]);

    const answer = await call("PATCH /admin/admins/{id}", { as: "admin", params: { id }, body });

    expect([answer.status, answer.body.data.active]).toEqual([200, active]);
  });

  test("an unknown state is rejected", async () => {
    const { id } = anAdmin();
    const body = { status: "resting" };

    const answer = await call("PATCH /admin/admins/{id}", { as: "admin", params: { id }, body });

    expect([answer.status, answer.body.message]).toEqual([400, "active must be true or false"]);
  });

  test("only an owner changes roles or touches an owner", async () => {
    const [owner, editor] = [anAdmin({ role: "owner" }), anAdmin({ role: "editor" })];
    const change = (as: Who, id: string, body: object) =>
      call("PATCH /admin/admins/{id}", { as, params: { id }, body });
    const refused = [
      await change("admin", editor.id, { role: "admin" }),
      await change("admin", editor.id, { role: "owner" }),
      await change("admin", owner.id, { name: "Nobody" }),
      await change("admin", owner.id, { active: false }),
    ];
    const same = await change("admin", editor.id, { name: "Joy Thomas", role: "editor" });
    const raised = await change("owner", editor.id, { role: "admin" });

    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body.message).toBe("Only owner can modify owner role or change roles");
    }
    expect(same.body.data.name).toBe("Joy Thomas");
    expect(raised.body.data.role).toBe("admin");
  });

  test("there is always an active owner", async () => {
    db.delete(admins).run();
    const last = await signedIn({ role: "owner" });
    anAdmin({ role: "owner", active: false });
    const params = { id: last.id };
    const change = (body: object) =>
      call("PATCH /admin/admins/{id}", { headers: last.headers, params, body });

    for (const body of [{ role: "admin" }, { active: false }, { status: "disabled" }]) {
      const { status, body: answer } = await change(body);
      expect([status, answer.message]).toEqual([409, "At least one active owner is required"]);
    }
    anAdmin({ role: "owner" });
    expect((await change({ role: "admin" })).status).toBe(200);
  });

  test("cannot delete themselves; deleting or disabling ends access at once", async () => {
    const owner = await signedIn({ role: "owner" });
    const [gone, off] = [await signedIn(), await signedIn()];
    const { headers } = owner;

    const own = await call("DELETE /admin/admins/{id}", { headers, params: { id: owner.id } });
    const other = await call("DELETE /admin/admins/{id}", { headers, params: { id: gone.id } });
    const params = { id: off.id };
    await call("PATCH /admin/admins/{id}", { headers, params, body: { active: false } });

    expect([own.status, own.body.message]).toEqual([400, "You cannot delete your own account"]);
    expect([other.status, other.body.data._id]).toEqual([200, gone.id]);
    for (const { headers } of [gone, off]) {
      expect((await call("GET /admin/current-user", { headers })).status).toBe(401);
    }
  });

  test("the list filters by role, searches and counts all", async () => {
    db.delete(admins).run();
    const owner = await signedIn({ role: "owner", name: "Asha Rao" });
    const editor = anAdmin({ role: "editor", name: "Meera Nair" });
    const admin = anAdmin({ role: "admin", name: "Kabir Singh", active: false });
    const list = async (query: Record<string, string>) => {
      const { body } = await call("GET /admin/admins", { headers: owner.headers, query });
      return body.data.items.map(({ _id }: any) => _id);
    };

    expect(await list({ sort: "role,-createdAt" })).toEqual([owner.id, admin.id, editor.id]);
    expect(await list({ q: "meera" })).toEqual([editor.id]);
    expect(await list({ q: "OWNER" })).toEqual([owner.id]);
    expect(await list({ role: "admin,editor", status: "active" })).toEqual([editor.id]);
    expect(await list({ status: "disabled" })).toEqual([admin.id]);
  });
});

describe("one's own account", () => {
  test.each(["admin", "owner"] as const)("%s changes name and e-mail", async (role) => {
    const { headers } = await signedIn({ role });
    anAdmin({ email: "taken@zoo.test" });
    const change = (body: object) => call("PATCH /admin/update-account", { headers, body });

    const changed = await change({ name: " Meera Nair ", email: "Meera@zoo.test" });
    const taken = await change({ name: "Meera Nair", email: "TAKEN@zoo.test" });
    const missing = await change({ name: "Meera Nair" });
    const wrong = await change({ name: "Meera Nair", email: "meera at zoo" });

    expect([changed.status, changed.body.message]).toEqual([200, "Profile updated"]);
    expect(changed.body.data).toMatchObject({ name: "Meera Nair", email: "Meera@zoo.test" });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      "Another admin already uses this email",
    ]);
    expect([missing.status, missing.body.message]).toEqual([400, "Name and email are required"]);
    expect([wrong.status, wrong.body.message]).toEqual([400, "Enter a valid email address."]);
  });

  describe("the password", () => {
    const NEXT = "battery staple 7";
    const BOTH = "Both current and new passwords are required";

    test.each([
      [{}, BOTH],
      [{ currentPassword: PASSWORD }, BOTH],
      [{ currentPassword: PASSWORD, newPassword: "" }, BOTH],
      [{ newPassword: NEXT }, BOTH],
      [
        { currentPassword: PASSWORD, newPassword: "seven77" },
        "New password must be at least 8 characters.",
      ],
      [
        { currentPassword: PASSWORD, newPassword: PASSWORD },
        "New password must be different from current password.",
      ],
      [{ currentPassword: "wrong horse 9", newPassword: NEXT }, "Current password is incorrect"],
    ])("%j is rejected", async (body, message) => {
      const { headers } = await signedIn({ role: "editor", passwordHash: quick });

      const answer = await call("POST /admin/change-password", { headers, body });

      expect([answer.status, answer.body.message]).toEqual([400, message]);
    });

    test("has to be repeated on the screen, which shows no password again", async () => {
      const { id } = anAdmin({ role: "editor", passwordHash: quick });
      const cookies = await sessionCookies(await createSession(id, "test"));
      const headers = { cookie: cookies.map((line) => line.split(";")[0]).join("; ") };
      const fields = { intent: "password", currentPassword: PASSWORD, newPassword: NEXT };
      const body = new URLSearchParams({ ...fields, confirmPassword: "something else" });
      const init = { method: "POST", headers, body };

      const answer = await sendAndRender("/admin/dashboard/settings", init);
      const html = await answer.text();

      expect([answer.status, html]).toEqual([
        400,
        expect.stringContaining("New passwords do not match."),
      ]);
      for (const typed of [PASSWORD, NEXT]) expect(html).not.toContain(typed);
    });

    test.each([
      ["POST", "currentPassword", {}],
      ["PATCH", "oldPassword", {}],
      ["POST", "oldPassword", { currentPassword: null }],
      ["POST", "oldPassword", { currentPassword: "" }],
    ])("%s with %s and %j changes it and ends the other sessions", async (method, field, also) => {
      const editor = await signedIn({ role: "editor", passwordHash: quick });
      const { accessToken } = await createSession(editor.id, "phone");
      const phone = { authorization: `Bearer ${accessToken}` };
      const body = { ...also, newPassword: NEXT, [field]: PASSWORD };

      const answer = await call(`${method} /admin/change-password`, {
        headers: editor.headers,
        body,
      });

      expect([answer.status, answer.body.message]).toEqual([200, "Password changed"]);
      const here = await call("GET /admin/current-user", { headers: editor.headers });
      const there = await call("GET /admin/current-user", { headers: phone });
      expect([here.status, there.status]).toEqual([200, 401]);
      const login = (password: string) =>
        call("POST /admin/login", { body: { email: editor.email, password } });
      expect([(await login(NEXT)).status, (await login(PASSWORD)).status]).toEqual([200, 401]);
    });
  });
});
