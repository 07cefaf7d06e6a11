import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { get as httpGet, type IncomingMessage } from "node:http";
import { LIMITS } from "~/lib/http/rate-limits";
import { ODDITIES, SHAPES } from "../../support/hostile/hostile-shapes";
import { uploads } from "../../support/hostile/hostile-uploads";
import { talk, type Shape } from "../../support/site/wire";
import { close, expect, openZoo, test, type Zoo } from "../../support/site/zoo";

const FOREIGN = { origin: "https://evil.example" };

async function ownerToken({ url, owner }: Zoo) {
  const response = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** The shapes that were answered with anything but a refusal, or with none that should have been. */
async function accepted(zoo: Zoo, shapes: Shape[]) {
  const found = shapes.map(async ({ name, bytes, mayPass }) => {
    const statuses = await talk(zoo, bytes);
    const isFine = statuses.every((status) => (status >= 400 || mayPass) && status < 500);
    return isFine ? [] : [`${name}: ${statuses.join()}`];
  });
  return (await Promise.all(found)).flat();
}

test("what makes no sense on the wire is refused, and the server lives on", async ({ zoo }) => {
  test.setTimeout(120_000);
  const token = await ownerToken(zoo);
  const shapes = [...SHAPES, ...ODDITIES, ...uploads(token)];
  expect(SHAPES.length + uploads(token).length).toBeGreaterThanOrEqual(60);

  expect(await accepted(zoo, shapes)).toEqual([]);

  expect((await fetch(`${zoo.url}/`)).status).toBe(200);
  const animals = await fetch(`${zoo.url}/api/v1/animal`);
  expect((await animals.json()) as object).toMatchObject({ success: true });
  expect(zoo.output()).not.toMatch(/"level":"error"|^ {4}at /m);
});

test("what Remix itself refuses is logged as a request, and not as a fault", async ({ zoo }) => {
  const form = { method: "POST", body: new URLSearchParams({ log: "admin", pwd: "x" }) };
  const asked = [
    ["/", form, 405],
    ["/wp-login.php", form, 405],
    ["/healthz", form, 405],
    ["/animals?_data=routes/public/animals", form, 405],
    ["/?_data=routes/public/layout", {}, 400],
    ["/about?_data=routes/admin/orders", {}, 403],
  ] as const;
  const before = zoo.output().length;
  const printed = () => zoo.output().slice(before);

  for (const [path, init, status] of asked) {
    const answer = await fetch(zoo.url + path, init);
    expect([path, answer.status]).toEqual([path, status]);
    const line = new RegExp(`"${answer.headers.get("x-request-id")}".*"status":${status}`);
    await expect.poll(printed).toMatch(line);
  }
  expect(printed()).not.toContain('"level":"error"');
});

test("a page that asks somebody to wait says for how long, as the API does", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "zoo-wait-"));
  const { zoo, server } = await openZoo(dataDir, { RATE_LIMITS: "on", DEMO_DATA: "none" });
  const body = new URLSearchParams({ email: zoo.owner.email, password: "not-this-one" });
  try {
    const { points } = LIMITS["failed sign-ins"];
    for (let tried = 0; tried < points; tried += 1) {
      expect((await fetch(`${zoo.url}/login`, { method: "POST", body })).status).toBe(401);
    }
    const { status, headers } = await fetch(`${zoo.url}/login`, { method: "POST", body });
    expect([status, headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(600);
  } finally {
    await close(server);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("what is left of a refused body does not stand before the next request @script", async ({
  zoo,
}) => {
  const big = Buffer.alloc(1024 * 1024, "x");
  const next = "GET /api/v1/animal HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const refused = [
    ["POST /api/v1/order", 413],
    ["POST /api/v1/animal", 401],
    ["PUT /api/v1/order", 405],
    ["POST /api/v1/nowhere", 404],
    ["POST /tickets", 413],
  ] as const;
  const said = refused.map(([line]) => {
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${big.length}\r\n`;
    const type = line.includes("/api/") ? "application/json" : "application/x-www-form-urlencoded";
    return talk(zoo, [`${head}Content-Type: ${type}\r\n\r\n`, big, next]);
  });
  expect(await Promise.all(said)).toEqual(refused.map(([, status]) => [status, 200]));
});

test("a refusal before the application is in the API's envelope too", async ({ zoo }) => {
  const deep = await fetch(`${zoo.url}/api/v1${"/a".repeat(15)}`);
  const long = await fetch(`${zoo.url}/api/v1/${"a".repeat(2_000)}`);

  expect([deep.status, long.status]).toEqual([400, 414]);
  for (const response of [deep, long]) {
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      statusCode: response.status,
      success: false,
      message: expect.stringMatching(/^The address is too/),
      data: null,
      errors: [],
    });
  }
});

test("Remix's own door to a route's data answers for no line of the API", async ({ zoo }) => {
  const doors = ["routes/api/v1/animal/index", "routes/admin/orders", "root", "nowhere", ""];
  for (const path of ["/api/v1/animal", "/api/v1/nowhere", "/API/v1/animal"]) {
    for (const door of doors) {
      for (const method of ["GET", "POST"]) {
        const response = await fetch(`${zoo.url}${path}?_data=${door}`, { method });

        expect(response.headers.get("x-remix-error")).toBeNull();
        expect(await response.json(), `${method} ${path} ${door}`).toEqual({
          statusCode: 400,
          success: false,
          message: "_data is not a parameter of the API",
          data: null,
          errors: [],
        });
      }
    }
  }
});

test("no schema library is sent to the browser", () => {
  const scripts = globSync("public/build/**/*.js");
  const texts = scripts.map((path) => readFileSync(path, "utf8"));

  expect(texts.join("")).toContain("Add Animal"); // so this is the build, and it was read
  expect(scripts.filter((_, at) => /ZodError|invalid_type/.test(texts[at]!))).toEqual([]);
});

const fetchRaw = (url: string, coding: string) =>
  new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) =>
    httpGet(url, { headers: { "accept-encoding": coding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ answer, bytes: Buffer.concat(chunks) }));
    }).on("error", reject),
  );

test("JSON is compressed, and still asked again by its tag", async ({ zoo }) => {
  const url = `${zoo.url}/api/v1/animal?limit=50`;
  const plain = await (await fetch(url, { headers: { "accept-encoding": "identity" } })).text();

  for (const [coding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { answer, bytes } = await fetchRaw(url, coding);
    expect(answer.headers["content-encoding"]).toBe(coding);
    expect(answer.headers.vary).toContain("Accept-Encoding");
    expect(unpack(bytes).toString()).toBe(plain);
    expect(bytes.length).toBeLessThan(plain.length / 2);

    const headers = { "accept-encoding": coding, "if-none-match": answer.headers.etag ?? "" };
    const again = await fetch(url, { headers });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const drawn = await fetch(url, { headers: { ...FOREIGN, "accept-encoding": coding } });
    expect(drawn.headers.get("vary"), "also when it is not kept").toContain("Accept-Encoding");
  }
});

test("the script in docs/api.md books, pays and verifies a ticket", ({ zoo }) => {
  const page = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
  const [, script = ""] = /```bash\n(.*?)```/s.exec(page) ?? [];
  expect(script.trim().split("\n").length).toBeLessThanOrEqual(20);

  const output = execFileSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, ZOO: zoo.url, EMAIL: zoo.owner.email, PASSWORD: zoo.owner.password },
  });

  expect(output).toMatch(
    /^Booked ZV-\w+ for \d{4}-\d\d-\d\d, \w+: http\S+\/order\/ZV-\w+\/\w{26}$/m,
  );
  expect(output).toMatch(/^Ticket \w{20} is valid$/m);
});
