import { request, type Shape } from "../site/wire.ts";

const JSON_TYPE = "application/json";
const HOST = "Host: localhost\r\nConnection: close\r\n";
const raw = (name: string, ...bytes: (string | Buffer)[]): Shape => ({ name, bytes });
const get = (path: string, more: string[] = []) => request(`GET ${path}`, "", { more });
const post = (name: string, body: string | Buffer, type?: string, more: string[] = []): Shape => ({
  name,
  bytes: request("POST /api/v1/order", body, { more, ...(type ? { type } : {}) }),
});
const postHead = `POST /api/v1/order HTTP/1.1\r\n${HOST}Content-Type: ${JSON_TYPE}\r\n`;
const chunked = `${postHead}Transfer-Encoding: chunked\r\n\r\n`;

/** What no server should make sense of, and none may fall over. */
export const SHAPES: Shape[] = [
  raw("no version", "GET /\r\n\r\n"),
  raw("a version of the future", `GET / HTTP/9.9\r\n${HOST}\r\n`),
  raw("HTTP/2 by surprise", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  raw("TLS by surprise", Buffer.from("16030100c8010000c40303", "hex"), Buffer.alloc(190, 7)),
  raw("noise", Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 197 + 13) % 256))),
  raw("blank first", ` GET / HTTP/1.1\r\n${HOST}\r\n`),
  raw("no address", `GET HTTP/1.1\r\n${HOST}\r\n`),
  raw("a small method", `get / HTTP/1.1\r\n${HOST}\r\n`),
  raw("an unknown method", `FEED / HTTP/1.1\r\n${HOST}\r\n`),
  { name: "TRACE", bytes: request("TRACE /") },
  { name: "PROPFIND", bytes: request("PROPFIND /api/v1/order") },
  { name: "CONNECT", bytes: request("CONNECT zoo.example:443") },
  { name: "an address without a slash", bytes: get("animals") },
  { name: "another server's address", bytes: get("http://evil.example/") },
  { name: "a star", bytes: get("*") },
  { name: "a NUL in the address", bytes: get("/ani\u0000mals") },
  { name: "a control character in the address", bytes: get("/ani\u0001mals") },
  { name: "a blank in the address", bytes: get("/ani mals") },
  { name: "half an escape", bytes: get("/api/v1/animal/%") },
  { name: "no escape", bytes: get("/api/v1/animal/%zz") },
  { name: "half a character, escaped", bytes: get("/build/%E0%A4%A") },
  { name: "an escaped NUL", bytes: get("/api/v1/animal/%00") },
  { name: "a path of 2 KB", bytes: get(`/api/v1/animal/${"a".repeat(2048)}`) },
  { name: "a path of 400 segments", bytes: get(`/admin${"/a".repeat(400)}`) },
  { name: "a path of 17 segments", bytes: get(`/api/v1${"/a".repeat(15)}`) },
  { name: "an address of 9 KB", bytes: get(`/animals?q=${"a".repeat(9_000)}`) },
  { name: "an address of 20 KB", bytes: get(`/animals?q=${"a".repeat(20_000)}`) },
  { name: "up and out", bytes: get("/../../etc/passwd") },
  { name: "up and out of the build", bytes: get("/build/%2e%2e/%2e%2e/server/main.ts") },
  { name: "up and out by backslashes", bytes: get("/..%5c..%5cpackage.json") },
  raw("no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
  raw("two hosts", `GET / HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`),
  ...[
    "a b",
    "<script>",
    "localhost:99999",
    "localhost:port",
    "[::1",
    "localhost/x",
    "\u00e4\u00f6",
  ].map((host) =>
    raw(`host ${host}`, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  ),
  raw("a header without a colon", `GET / HTTP/1.1\r\n${HOST}Nothing\r\n\r\n`),
  raw("a header without a name", `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`),
  raw("a blank in a header's name", `GET / HTTP/1.1\r\n${HOST}X Y: z\r\n\r\n`),
  raw("a NUL in a header", `GET / HTTP/1.1\r\n${HOST}X: a\u0000b\r\n\r\n`),
  raw("a CR in a header", `GET / HTTP/1.1\r\n${HOST}X: a\rY: b\r\n\r\n`),
  raw("a header of 20 KB", `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(20_480)}\r\n\r\n`),
  raw("3,000 headers", `GET / HTTP/1.1\r\n${HOST}${"X-Y: z\r\n".repeat(3_000)}\r\n`),
  raw("half a head", `GET / HTTP/1.1\r\nHost: loc`),
  ...["-1", "+5", "abc", "5, 6", "0x5", "99999999999999999999999"].map((length) =>
    raw(`a length of ${length}`, `${postHead}Content-Length: ${length}\r\n\r\n{"a":1}`),
  ),
  raw("two lengths", `${postHead}Content-Length: 2\r\nContent-Length: 7\r\n\r\n{"a":1}`),
  raw(
    "a length and chunks",
    `${chunked.slice(0, -2)}Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  raw("an unknown coding", `${postHead}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  raw(
    "a coding after chunks",
    `${postHead}Transfer-Encoding: chunked, gzip\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  raw(
    "a blank before the colon",
    `${postHead}Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  raw("a chunk of no size", `${chunked}zz\r\n{}\r\n0\r\n\r\n`),
  raw("a chunk of -1", `${chunked}-1\r\n{}\r\n0\r\n\r\n`),
  raw("a chunk of more than there is", `${chunked}FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`),
  raw("a chunk that goes on", `${chunked}2\r\n{}{}{}\r\n0\r\n\r\n`),
  raw("a chunk with 20 KB to say", `${chunked}2;x=${"a".repeat(20_480)}\r\n{}\r\n0\r\n\r\n`),
  raw("less than was promised", `${postHead}Content-Length: 100\r\n\r\n{"a":1`),
  post("an expectation", "{}", JSON_TYPE, ["Expect: 200-maybe"]),
  post("JSON of 30,000 levels", "[".repeat(30_000) + "]".repeat(30_000), JSON_TYPE),
  post("JSON of 100,000 levels", "[".repeat(100_000) + "]".repeat(100_000), JSON_TYPE),
  post("10 MB", Buffer.alloc(10 * 1024 * 1024, 32), JSON_TYPE),
  post("invalid UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), JSON_TYPE),
  post("UTF-16", Buffer.from('{"a":1}', "utf16le"), `${JSON_TYPE}; charset=utf-16`),
  post("a NUL for JSON", "\u0000", JSON_TYPE),
  post("no type", "{}"),
  post("JSON as text", "{}", "text/plain"),
  post("a form", "visitSlot=morning", "application/x-www-form-urlencoded"),
  post("a key of 300 letters", '{"a":1}', JSON_TYPE, [`Idempotency-Key: ${"k".repeat(300)}`]),
  post("a form with files, without its boundary", "x", "multipart/form-data"),
  { name: "a text to a screen", bytes: request("POST /contact", "x", { type: "text/plain" }) },
  {
    name: "broken parts to a screen",
    bytes: request("POST /contact", "x", { type: "multipart/form-data" }),
  },
  {
    name: "a cookie of noise",
    bytes: get("/api/v1/admin/current-user", [
      `Cookie: zoo_access=%%%\u00ff; =; ${"a".repeat(4_000)}`,
    ]),
  },
  {
    name: "a token of noise",
    bytes: get("/api/v1/admin/current-user", [`Authorization: Bearer ${"\u00ff.".repeat(2_000)}`]),
  },
];

/** Odd requests that are answered as if nothing were odd, or not; only a fault would be wrong. */
export const ODDITIES: Shape[] = [
  {
    name: "a proxy's host that is none",
    bytes: get("/", ["X-Forwarded-Host: localhost:bad", "X-Forwarded-Proto: gopher"]),
  },
  { name: "a foreign proxy's host", bytes: get("/", ["X-Forwarded-Host: evil.example, a b"]) },
  { name: "5,000 ranges", bytes: get("/favicon.svg", [`Range: bytes=${"0-0,".repeat(2_000)}1-1`]) },
  {
    name: "2,000 tags",
    bytes: get("/api/v1/animal", [`If-None-Match: ${'"x",'.repeat(2_000)}"y"`]),
  },
  { name: "codings that are none", bytes: get("/", ["Accept-Encoding: ;;q=,*;q=-1,br;q=x"]) },
  {
    name: "one request and then noise",
    bytes: ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u0000\u0001"],
  },
  { name: "line ends of LF", bytes: ["GET / HTTP/1.1\nHost: localhost\nConnection: close\n\n"] },
  { name: "a body on GET", bytes: request("GET /api/v1/animal", "x".repeat(1_000)) },
  { name: "an upgrade", bytes: get("/", ["Upgrade: websocket", "Sec-WebSocket-Key: x"]) },
].map((shape) => ({ ...shape, mayPass: true as const }));
