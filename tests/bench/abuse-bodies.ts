import { zooDayIn } from "../support/data/time-zones.ts";
import { request, type Shape } from "../support/site/wire.ts";

/** A body that is read whole, and one that is far beyond. */
const TAKEN = 60_000;
const MUCH = 1_000_000;

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const PARTS_TYPE = "multipart/form-data; boundary=zoo";

const filled = (bytes: number, text: string) =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const nested = (levels: number, [open, close]: [string, string]) =>
  open.repeat(levels) + close.repeat(levels);

/** To the doors that take a body from anybody; no two numbers give the same. */
export const hostileBodies = (nth: number): Shape[] => [
  ...sent(["/api/v1/order", "/api/v1/message"], JSON_TYPE, jsons(nth)),
  ...sent(["/tickets", "/contact", "/tickets/find"], FORM_TYPE, forms(nth)),
  ...sent(["/tickets", "/contact", "/api/v1/message"], PARTS_TYPE, parts(nth)),
];

function sent(paths: string[], type: string, bodies: Record<string, string>): Shape[] {
  return paths.flatMap((path) =>
    Object.entries(bodies).map(([name, body]) => ({
      name: `POST ${path}, ${name}`,
      bytes: request(`POST ${path}`, body, { type }),
    })),
  );
}

function jsons(nth: number): Record<string, string> {
  const order = (fields: object) => JSON.stringify({ ...bookingIn(2 + nth), ...fields });
  const contact = (fields: object) => order({ contact: { ...CONTACT, ...fields } });
  return {
    "lists within lists": nested(TAKEN / 2, ["[", "]"]),
    "objects within objects": `${filled(TAKEN, '{"a":')}1`,
    "closed objects within objects": `${'{"a":'.repeat(8_000)}${nth}${"}".repeat(8_000)}`,
    "60 KB of keys": keys(TAKEN, nth),
    "1 MB of keys": keys(MUCH, nth),
    "60 KB of items": order({ items: Array(1_300).fill({ ticketType: "adult", quantity: 1 }) }),
    "60 KB of wrong items": order({ items: Array(4_000).fill({ a: nth }) }),
    "1 MB of items": order({ items: Array(22_000).fill({ ticketType: "adult", quantity: 1 }) }),
    "a number of 60,000 digits": `{"visitDate":${filled(TAKEN, "9")}}`,
    "numbers of no size": `[${filled(TAKEN, "1e999,")}1]`,
    "a text of escapes": `{"name":"${filled(TAKEN, "\\u0000")}"}`,
    "a text of halves": `{"name":"${filled(TAKEN, "\\ud800")}"}`,
    "one key often": `{${filled(TAKEN, '"visitDate":"x",')}"a":${nth}}`,
    "a name of blanks": contact({ name: `a${filled(TAKEN, " ")}b` }),
    "a name of accents": contact({ name: filled(TAKEN, "e\u0301\u0327") }),
    "an e-mail of dots": contact({ email: `a@${filled(TAKEN, "a.")}` }),
    "an e-mail of signs": contact({ email: filled(TAKEN, "a@") }),
    "an e-mail of 254 letters": contact({ email: `${filled(120, "a.")}@${filled(120, "a-")}` }),
    "a telephone of 60,000 digits": contact({ phone: filled(TAKEN, "9 ") }),
    "a code of 60 KB": order({ promoCode: filled(TAKEN, "A") }),
    "a day of 60 KB": order({ visitDate: filled(TAKEN, zooDayIn(2)) }),
    "a message of line ends": message(filled(TAKEN, "\r\n")),
    "a message of addresses": message(filled(TAKEN, "http://a.a/")),
    "a message of lions": message(filled(TAKEN, "🦁")),
    "the longest message of lions": message(`${nth}${filled(16_000, "🦁")}`),
    "as many tickets as can be": order({}),
  };
}

const keys = (size: number, nth: number) =>
  `{${Array.from({ length: size / 12 }, (_, at) => `"k${at}":${nth}`).join(",")}}`;

const message = (body: string) =>
  JSON.stringify({ name: "Asha", email: "asha@example.org", subject: "Prams", body });

const CONTACT = { name: "Asha Rao", email: "asha@example.org", phone: "9876543210" };

/** As many tickets as can be booked at once. */
export const bookingIn = (days: number) => ({
  visitDate: zooDayIn(days),
  visitSlot: "morning",
  contact: CONTACT,
  items: ["adult", "child", "senior"].map((ticketType) => ({ ticketType, quantity: 10 })),
  paymentMethod: "upi",
});

const formIn = (days: number) =>
  `intent=book&date=${zooDayIn(days)}&slot=morning&adult=10&child=10&senior=10&name=Asha+Rao` +
  "&email=asha%40example.org&phone=9876543210&paymentMethod=upi&subject=Prams&body=Are+there+prams";

const forms = (nth: number): Record<string, string> => ({
  "6,000 fields": Array.from({ length: 6_000 }, (_, at) => `f${at}=${nth}`).join("&"),
  "1 MB of fields": Array.from({ length: 90_000 }, (_, at) => `f${at}=${nth}`).join("&"),
  "one field often": `${filled(TAKEN, "name=a&")}n=${nth}`,
  "only separators": filled(TAKEN, "&="),
  "a good form": `${formIn(2 + nth)}&n=${nth}`,
  "a good form of 60 KB": `${formIn(2 + nth)}&promoCode=${filled(TAKEN, "A")}`,
  "a field of escapes": `intent=book&name=${filled(TAKEN, "%F0%9F%A6%81")}`,
  "escapes that are none": `intent=book&name=${filled(TAKEN, "%zz%")}`,
  "a name of blanks": `intent=book&name=a${filled(TAKEN, "+")}b`,
  "an e-mail of dots": `intent=book&email=a%40${filled(TAKEN, "a.")}`,
  "a message of line ends": `intent=send&body=a${filled(TAKEN, "%0D%0A")}b`,
  "a stamp of 60 KB": `intent=book&stamp=${filled(TAKEN, "A.")}`,
  "a date of 60 KB": `intent=book&date=${filled(TAKEN, "2027-")}`,
});

function parts(nth: number): Record<string, string> {
  const part = (name: string, value: string) =>
    `--zoo\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const many = (count: number) =>
    `${Array.from({ length: count }, (_, at) => part(`p${at}`, String(nth))).join("")}--zoo--\r\n`;
  return {
    "500 parts": many(500),
    "15,000 parts": many(15_000),
    "a part of ends that are none": `${part("name", filled(TAKEN, "\r\n--zo"))}--zoo--\r\n`,
    "a part with a head of 60 KB": `--zoo\r\n${filled(TAKEN, "X-A: b\r\n")}\r\nx\r\n--zoo--\r\n`,
    "a part without an end": part("name", filled(TAKEN, "a")),
  };
}
