import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDestination } from "db/offsite/destination";
import { openStore } from "db/offsite/open-store.server";
import type { OffsiteStore } from "db/offsite/offsite-store";
import { s3Store } from "db/offsite/s3-store.server";
import { ACCOUNT, isSigned } from "../../support/offsite/s3-signature";
import { startS3 } from "../../support/offsite/s3-server";
import { noSftp, startSftp } from "../../support/offsite/sftp-server";

const NAME = "zoo-20261121T060000Z.db.age";
const OTHER = "zoo-20261122T060000Z.db.age";
const nothing = { sshConfig: undefined, s3: undefined };

let folder: string;
const path = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "zoo-stores-"));
  mkdirSync(path("there"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["s3://zoo-copies", { kind: "s3", bucket: "zoo-copies", prefix: "" }],
  ["s3://zoo.copies/a/b/", { kind: "s3", bucket: "zoo.copies", prefix: "a/b" }],
  [
    "sftp://zoo@nas.example/zoo",
    { kind: "sftp", account: "zoo@nas.example", port: "22", folder: "/zoo" },
  ],
  ["sftp://nas:2222/~/zoo", { kind: "sftp", account: "nas", port: "2222", folder: "./zoo" }],
  [
    "sftp://zoo@[2001:db8::1]/~",
    { kind: "sftp", account: "zoo@[2001:db8::1]", port: "22", folder: "./" },
  ],
  ["/mnt/copies of the zoo", { kind: "folder", folder: "/mnt/copies of the zoo" }],
  ["copies", null],
  ["s3://", null],
  ["s3://zoo/../other", null],
  ["sftp://zoo:secret@nas.example/zoo", null],
  ["sftp://-oProxyCommand=x/zoo", null],
  ['sftp://nas/zoo"\n!rm', null],
  ["sftp://nas/*", null],
  ["https://zoo.example", null],
])("BACKUP_TO %s", (text, destination) => {
  expect(parseDestination(text)).toEqual(destination);
});

/** What every store does; `bytes` needs several parts where there are parts. */
async function roundTrip(store: OffsiteStore, bytes: Buffer) {
  writeFileSync(path("sealed"), bytes);
  await store.put(path("sealed"), NAME);
  await store.put(path("sealed"), OTHER);
  expect(await store.list()).toEqual(expect.arrayContaining([NAME, OTHER]));
  await store.get(NAME, path("back"));
  expect(readFileSync(path("back")).equals(bytes)).toBe(true);
  await store.remove([NAME]);
  const left = (await store.list()).filter((name) => name.startsWith("zoo-"));
  expect(left).toEqual([OTHER]);
}

describe("a folder", () => {
  test("holds what is put there", async () => {
    await roundTrip(openStore({ ...nothing, to: path("there") }), randomBytes(300_000));
  });

  test("is never made: its disk may not be mounted", async () => {
    const store = openStore({ ...nothing, to: path("gone") });
    await expect(async () => store.list()).rejects.toThrow(/is its disk mounted/);
    expect(readdirSync(folder)).toEqual(["there"]);
  });
});

describe("S3", () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.close());

  const store = (changes: object = {}, prefix = "zoo") =>
    s3Store({ ...s3.settings, bucket: "copies", prefix, ...changes }, 1_000_000, []);

  test.each([
    ["in one request", 300_000, ""],
    ["in parts", 2_500_000, "zoo/a"],
    ["without a byte", 0, "empty"],
  ])("holds what is put there %s", async (_, size, prefix) => {
    await roundTrip(store({}, prefix), randomBytes(size));
    expect(s3.files().filter((name) => /uploads\/./.test(name))).toEqual([]);
  });

  test.each([
    ["an unknown account", { accessKeyId: "NOBODY" }, /InvalidAccessKeyId/],
    ["a bucket that is not there", { bucket: "missing" }, /NoSuchBucket/],
    ["no server", { endpoint: "http://127.0.0.1:9" }, /ECONNREFUSED|bad port/],
  ])("says what is wrong with %s", async (_, changes, reason) => {
    await expect(store(changes).list()).rejects.toThrow(reason);
  });
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("an S3 server with faults", () => {
  let server: Server;
  let requests: string[];
  let answer: (at: number) => [number, string];
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      const at = requests.push(`${request.method} ${request.url}`) - 1;
      void buffer(request).then(async (sent) => {
        const isSent = request.headers["x-amz-content-sha256"] === sha256(sent);
        const isAllowed = isSent && (await isSigned(request, sent, "ap-south-1"));
        const [status, body] = isAllowed ? answer(at) : [403, "<Code>SignatureDoesNotMatch</Code>"];
        response.writeHead(status, { etag: '"1"', "content-length": body.length }).end(body);
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    writeFileSync(path("sealed"), randomBytes(2_500));
  });
  afterEach(() => server.close());

  function store(
    pauses: number[],
    changes: { sessionToken?: string; secretAccessKey?: string } = {},
  ) {
    const { port } = server.address() as AddressInfo;
    const place = {
      ...ACCOUNT,
      ...changes,
      region: "ap-south-1",
      endpoint: `http://127.0.0.1:${port}`,
    };
    return s3Store(
      { sessionToken: undefined, ...place, bucket: "copies", prefix: "zoo" },
      1_000,
      pauses,
    );
  }

  test("repeats only the request that failed for a while", async () => {
    answer = (at) =>
      at === 1 ? [503, "<Code>SlowDown</Code>"] : [200, "<UploadId>u/1</UploadId>"];
    await expect(store([1]).put(path("sealed"), NAME)).rejects.toThrow(
      /of 2500 bytes have arrived/,
    );
    const url = `/copies/zoo/${NAME}`;
    expect(requests).toEqual([
      `POST ${url}?uploads=`,
      `PUT ${url}?partNumber=1&uploadId=u%2F1`,
      `PUT ${url}?partNumber=1&uploadId=u%2F1`,
      `PUT ${url}?partNumber=2&uploadId=u%2F1`,
      `PUT ${url}?partNumber=3&uploadId=u%2F1`,
      `POST ${url}?uploadId=u%2F1`,
      `HEAD ${url}`,
    ]);
  });

  test.each([
    [
      "a part is refused",
      (at: number): [number, string] =>
        at === 2 ? [403, "<Code>AccessDenied</Code>"] : [200, "<UploadId>1</UploadId>"],
      /AccessDenied/,
    ],
    [
      "the joining fails late",
      (at: number): [number, string] =>
        at === 4
          ? [200, "<Error><Code>InternalError</Code></Error>"]
          : [200, "<UploadId>1</UploadId>"],
      /InternalError/,
    ],
  ])("gives up an upload when %s", async (_, answers, reason) => {
    answer = answers;
    await expect(store([]).put(path("sealed"), NAME)).rejects.toThrow(reason);
    expect(requests.at(-1)).toBe(`DELETE /copies/zoo/${NAME}?uploadId=1`);
  });

  test("signs as Amazon's own library does, and says so where the secret is another", async () => {
    answer = () => [200, ""];
    expect(await store([], { sessionToken: "of an hour" }).list()).toEqual([]);
    await expect(store([], { secretAccessKey: "wrong" }).list()).rejects.toThrow(
      "SignatureDoesNotMatch",
    );
  });

  test("follows a long list to its end", async () => {
    const page = (name: string, more: boolean) =>
      `<IsTruncated>${more}</IsTruncated><Key>zoo/${name}</Key><NextContinuationToken>n</NextContinuationToken>`;
    answer = (at) => [200, page(at === 0 ? NAME : OTHER, at === 0)];
    expect(await store([]).list()).toEqual([NAME, OTHER]);
    expect(requests[1]).toContain("continuation-token=n");
  });
});

describe.skipIf(noSftp)(`SFTP${noSftp ? `, skipped: ${noSftp}` : ""}`, () => {
  let sftp: Awaited<ReturnType<typeof startSftp>>;
  beforeAll(async () => {
    sftp = await startSftp();
  });
  afterAll(() => sftp.close());

  const store = (sshConfig = sftp.config, to = sftp.to) =>
    openStore({ to, sshConfig, s3: undefined });

  test("holds what is put there", async () => {
    await roundTrip(store(), randomBytes(3_000_000));
    expect(readdirSync(sftp.folder)).toEqual([OTHER]);
  });

  test("takes a second put of the same name", async () => {
    writeFileSync(path("sealed"), "again");
    await store().put(path("sealed"), OTHER);
    expect(readFileSync(join(sftp.folder, OTHER), "utf8")).toBe("again");
  });

  test.each([
    ["a server with another key", () => store(sftp.mistaken), /Host key verification failed/],
    ["an account that lets nobody in", () => store(sftp.uninvited), /Permission denied/],
    ["a folder that is not there", () => store(sftp.config, `${sftp.to}/none`), /none/],
  ])("says what is wrong with %s", async (_, open, reason) => {
    await expect(open().list()).rejects.toThrow(reason);
  });
});
