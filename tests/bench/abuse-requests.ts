import { ODDITIES, SHAPES } from "../support/hostile/hostile-shapes.ts";
import { uploads } from "../support/hostile/hostile-uploads.ts";
import { zooDayIn } from "../support/data/time-zones.ts";
import { request, type Shape } from "../support/site/wire.ts";
import { hostileBodies } from "./abuse-bodies.ts";

/** What the server takes of an address, a search and a request's head, with a little room. */
const PATH = 960;
const SEARCH = 190;
const QUERY = 7_000;
const HEAD = 14_000;

const filled = (size: number, text: string) => text.repeat(Math.ceil(size / text.length));
const get = (path: string, ...more: string[]) => request(`GET ${path}`, "", { more });

/**
 * Requests that anybody can send to make the server work for nothing. No two numbers give the same, so that
 * no answer is one that was kept.
 */
export const hostileRequests = (nth: number): Shape[] => [
  ...SHAPES,
  ...ODDITIES,
  ...uploads("none"),
  ...paths(nth),
  ...queries(nth),
  ...doors(nth),
  ...heads(nth),
  ...hostileBodies(nth),
];

const paths = (nth: number): Shape[] =>
  Object.entries({
    "a long name": `/animals/${filled(PATH, "a")}`,
    "a deep path": `/${filled(28, "a/")}`,
    "a path of slashes": filled(PATH, "/"),
    "a path of dots": `/animals/${filled(PATH, "../")}`,
    "a path of escapes": `/animals/${filled(PATH, "%F0%9F%A6%81")}`,
    "a path escaped twice": `/animals/${filled(PATH, "%2525")}`,
    "a ticket of 1 KB": `/t/${filled(PATH, "A7")}`,
    "an order of 1 KB": `/order/${filled(PATH / 2, "Z")}/${filled(PATH / 2, "k")}`,
    "a picture of 1 KB": `/images/${filled(PATH, "a")}.webp`,
    "a file that is none": `/build/${filled(PATH, "x.")}`,
  }).map(([name, path]) => ({ name, bytes: get(`${path}?${nth}`) }));

/** What a search could stumble over. */
const SEARCHES = {
  letters: "a",
  "nested repeats": "(a%2B)%2B%24",
  "an LIKE's wildcards": "%25_",
  "two letters and blanks": "ab+",
  "single letters": "a+",
  "words of three letters": "pan+",
  quotes: "%22+OR+NEAR(",
  lions: "%F0%9F%A6%81",
  accents: "e%CC%81%CC%A7",
  "letters of India": "%E0%A4%95%E0%A5%8D",
  blanks: "+",
  "NUL bytes": "%00",
  "half a character": "%F0%9F",
  "no escapes": "%zz",
};

const queries = (nth: number): Shape[] => [
  ...["/animals", "/api/v1/animal"].flatMap((path) =>
    Object.entries(SEARCHES).flatMap(([name, text]) => [
      {
        name: `${path}, the longest search: ${name}`,
        bytes: get(`${path}?q=${nth}${text.repeat(SEARCH / lettersOf(text))}`),
      },
      {
        name: `${path}, a search of 7 KB: ${name}`,
        bytes: get(`${path}?q=${nth}+${filled(QUERY, text)}`),
      },
    ]),
  ),
  ...["/animals?q=", "/api/v1/animal?q="].flatMap((search) =>
    ["an", "a", "%25", "_", "panda"].map((text) => ({
      name: `${search}${text}`,
      bytes: get(`${search}${text}&category=${nth}&page=99999999999999999999&limit=1e308`),
    })),
  ),
  ...["/", "/animals", "/tickets", "/api/v1/animal", "/api/v1/order/availability"].flatMap(
    (path) => [
      { name: `${path}, many names`, bytes: get(`${path}?${names(nth)}`) },
      { name: `${path}, one name often`, bytes: get(`${path}?n=${nth}${filled(QUERY, "&q=")}`) },
      { name: `${path}, only separators`, bytes: get(`${path}?${nth}${filled(QUERY, "&=")}`) },
    ],
  ),
  ...Object.entries({
    "a far day": `/tickets?date=9999-12-31&adult=1e308&n=${nth}`,
    "a day of 7 KB": `/tickets?date=${nth}${filled(QUERY, "-1")}`,
    "all of time": `/api/v1/order/availability?from=0001-01-01&to=9999-12-31&n=${nth}`,
    "92 days": `/api/v1/order/availability?from=${zooDayIn(nth)}&to=${zooDayIn(nth + 91)}`,
    "a code of 7 KB": `/api/v1/order/verify?code=${nth}${filled(QUERY, "A")}`,
    "a way back of 7 KB": `/login?redirectTo=${nth}${filled(QUERY, "/%5c")}`,
    "a sort of 7 KB": `/api/v1/animal?sort=${nth}${filled(QUERY, "-name,")}`,
  }).map(([name, path]) => ({ name, bytes: get(path) })),
];

const lettersOf = (escaped: string) => escaped.replaceAll(/%../g, "x").length;

const names = (nth: number) =>
  Array.from({ length: 700 }, (_, at) => `n${at}=${nth}${at}`).join("&");

/** The addresses by which Remix's own client asks for data. */
const doors = (nth: number): Shape[] =>
  [
    "/animals?_data=routes/public/animals",
    "/tickets?_data=routes/public/tickets",
    "/?_data=root",
    `/?_data=${filled(QUERY, "routes/")}`,
    "/animals.data?n=",
    "/_root.data?_routes=root",
    `/__manifest?p=${filled(QUERY, "/a&p=")}`,
    "/admin/dashboard?_data=routes/admin/dashboard",
  ].map((path) => ({ name: path.slice(0, 60), bytes: get(`${path}&n=${nth}`) }));

const heads = (nth: number): Shape[] =>
  Object.entries({
    "14 KB of cookies": `Cookie: ${filled(HEAD, "a=b; ")}`,
    "14 KB of one cookie often": `Cookie: ${filled(HEAD, "zoo_access=a.b.c; ")}`,
    "a cookie of 14 KB": `Cookie: zoo_access=${filled(HEAD / 2, "eyJ")}.${filled(HEAD / 2, "e")}.x`,
    "a cookie of escapes": `Cookie: zoo_toast=${filled(HEAD, "%7B")}`,
    "a token of 14 KB": `Authorization: Bearer ${filled(HEAD, "eyJhbGciOiJub25lIn0.")}`,
    "14 KB of types": `Accept: ${filled(HEAD, "text/html;q=0.1,")}*/*`,
    "14 KB of codings": `Accept-Encoding: ${filled(HEAD, `br${nth};q=0.5,`)}gzip`,
    "14 KB of languages": `Accept-Language: ${filled(HEAD, "en;q=0.1,")}hi`,
    "14 KB of tags": `If-None-Match: ${filled(HEAD, 'W/"a",')}"b"`,
    "14 KB of blanks": `If-None-Match: "${filled(HEAD, " ")}"`,
    "14 KB of proxies": `X-Forwarded-For: ${filled(HEAD, "10.0.0.1, ")}10.0.0.2`,
    "14 KB of agent": `User-Agent: ${filled(HEAD, "Mozilla/5.0 (")}`,
    "an origin of 14 KB": `Origin: https://${filled(HEAD, "a.")}example`,
  }).flatMap(([name, head]) =>
    ["/", "/api/v1/animal", "/animals"].map((path) => ({
      name: `${path}, ${name}`,
      bytes: get(`${path}?n=${nth}`, head),
    })),
  );
