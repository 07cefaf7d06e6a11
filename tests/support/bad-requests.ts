import fc from "fast-check";
import { examples } from "~/http/examples";
import type { Shape } from "~/http/openapi-schemas.server";
import { document } from "./documented";

/** A request that has to be refused, whatever it is about. */
export type BadRequest = {
  why: string;
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | FormData;
};

type Parameter = { name: string; in: string; schema: Shape; required?: boolean };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Shape }> };
};
type Bad = fc.Arbitrary<BadRequest>;

const NOTHING = "06000000000000000000000000";
const JSON_TYPE = { "content-type": "application/json" };
const json = (body: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(body) });

/** Requests that break what openapi.json says of a line, each in one way; none where nothing can be wrong. */
export function badRequests(line: keyof typeof examples): Bad | null {
  const [method = "", path = ""] = line.split(" ");
  const operation = (document.paths as Record<string, Record<string, unknown>>)[path]![
    method.toLowerCase()
  ] as Operation;
  const example = examples[line] as { body?: object; query?: Record<string, string> };
  const rest = example.body ? json(example.body) : {};
  const ways: fc.WeightedArbitrary<BadRequest>[] = [];

  if (path.includes("{id}")) {
    ways.push({
      weight: 2,
      arbitrary: strangeIds.map((id) => ({ why: "unknown id", id, ...rest })),
    });
  }
  const content = operation.requestBody?.content;
  if (content) {
    const schema = content["application/json"]!.schema;
    ways.push({ weight: 6, arbitrary: badBodies(schema, example.body ?? {}) });
    ways.push({ weight: 1, arbitrary: notJson });
  }
  if (content?.["multipart/form-data"]) ways.push({ weight: 2, arbitrary: badPictures });
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const bad = queries.flatMap((parameter) => badParameter(parameter, example.query ?? {}));
  if (bad.length > 0) ways.push({ weight: 4, arbitrary: fc.oneof(...bad) });
  return ways.length > 0 ? fc.oneof(...ways) : null;
}

const isText = (text: string) => !/\p{Cs}/u.test(text);
const long = (most: number) => fc.integer({ min: most + 1, max: 60_000 }).map((n) => "x".repeat(n));
const odd = fc.constantFrom("\u0000", "a\u0000b", "\ud800", "x\udfff", "\u0000".repeat(50));
const junk = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "' OR 1=1 --", "${7*7}", "\r\nSet-Cookie: a=b", "🦁"),
  fc.string({ minLength: 1, maxLength: 40, unit: "binary" }).map((text) => `!${text}`),
);
const numbers = fc.constantFrom(0, -0, 1e308, -1e308, 0.5, 2 ** 53, 7);
const things = fc.constantFrom<unknown>(
  ...[[], {}, [[]], ["x"], { $gt: "" }, { length: 1 }, [null], JSON.parse('{"__proto__":{"a":1}}')],
);

/** Values that a field of this shape cannot have. */
function wrongFor(shape: Shape): fc.Arbitrary<unknown> {
  const options = (shape.anyOf as Shape[] | undefined) ?? [shape];
  const text = options.find(({ type }) => type === "string");
  const isNullable = options.some(({ type }) => type === "null");
  const none = isNullable ? [] : [fc.constant(null)];
  if (text)
    return fc.oneof(numbers, fc.boolean(), things, ...none, ...wrongTexts({ ...shape, ...text }));
  const texts = fc.oneof(junk, fc.constantFrom("1", "true", "", "null"));
  if (shape.type === "boolean") return fc.oneof(texts, numbers, things, fc.constant(null));
  if (shape.type === "integer") {
    const outside = fc.constantFrom(-1, 11, 0.5, 1e308, -1e308, 2 ** 53, 1e-7);
    return fc.oneof(outside, texts, things, fc.boolean(), fc.constant(null));
  }
  const many = fc.constant(Array(51).fill({ ticketType: "adult", quantity: 0 }));
  return fc.oneof(texts, numbers, fc.boolean(), fc.constant([]), fc.constant([null]), many);
}

function wrongTexts({ minLength, maxLength, pattern, format, ...shape }: Shape) {
  const wrong: fc.Arbitrary<string>[] = [];
  if (minLength) wrong.push(fc.constant(""));
  if (maxLength) wrong.push(long(Number(maxLength)));
  if (String(pattern ?? "").includes("u0000")) wrong.push(odd);
  if (shape.enum || shape.const)
    wrong.push(junk, odd, fc.constantFrom("", " paid", "ADULT", "usd"));
  if (format === "email") {
    wrong.push(
      junk,
      odd,
      fc.constantFrom("a", "a@", "@b.de", "a@b", "a b@c.de", "a@b.de\r\nBcc: c@d.ef"),
    );
  }
  if (format === "date") {
    wrong.push(
      junk,
      odd,
      fc.constantFrom("2026-02-30", "2026-13-01", "2026-8-1", "0", "9999-99-99"),
    );
  }
  return wrong;
}

type Leaf = { path: string[]; shape: Shape; required: boolean };

/** Every field of a body, those of its objects and of its list's first item too. */
function leavesOf({ properties = {}, required = [] }: Shape, before: string[] = []): Leaf[] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const path = [...before, name];
    const items = shape.items as Shape | undefined;
    const inner = items ? leavesOf(items, [...path, "0"]) : leavesOf(shape, path);
    return [{ path, shape, required: required.includes(name) }, ...inner];
  });
}

function badBodies(schema: Shape, example: object): Bad {
  const leaves = leavesOf(schema);
  const wrong = fc
    .constantFrom(...leaves)
    .chain(({ path, shape }) => wrongFor(shape).map((value) => ({ path, value })))
    .map(({ path, value }) => ({
      why: `${path.join(".")} is ${JSON.stringify(value).slice(0, 60)}`,
      ...json(withAt(example, path, value)),
    }));
  const whole = fc.oneof(fc.constantFrom<unknown>(null, [], "text", 7, true, [example]), numbers);
  const ways: Bad[] = [
    wrong,
    wrong,
    wrong,
    whole.map((body) => ({
      why: `the body is ${JSON.stringify(body).slice(0, 60)}`,
      ...json(body),
    })),
  ];
  const needed = leaves.filter(({ required, path }) => required && path.length < 3);
  if (needed.length > 0) {
    ways.push(
      fc.constantFrom(...needed).map(({ path }) => ({
        why: `no ${path.join(".")}`,
        ...json(withAt(example, path, undefined)),
      })),
    );
  }
  return fc.oneof(...ways);
}

function withAt(whole: unknown, [name = "", ...rest]: string[], value: unknown): unknown {
  const copy = (structuredClone(whole) ?? (name === "0" ? [] : {})) as Record<string, unknown>;
  copy[name] = rest.length > 0 ? withAt(copy[name], rest, value) : value;
  return copy;
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === "";
  }
};
const notJson: Bad = fc
  .oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      "{",
      "[1,]",
      '{"a":1}}',
      "NaN",
      "{'a':1}",
      "\u0000",
      '{"a":\u0000}',
      "[".repeat(60_000),
    ),
    fc.constant(`{"a":"${"x".repeat(70_000)}"}`),
  )
  .filter((text) => text.length > 65_536 || !isJson(text))
  .map((body) => ({ why: `not JSON: ${body.slice(0, 40)}`, headers: JSON_TYPE, body }));

const badPictures: Bad = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => {
  const body = new FormData();
  body.set("name", "Meerkat");
  body.set("description", "On guard.");
  body.set("image", new File([Uint8Array.from(bytes)], "../\u0000.svg", { type: "image/png" }));
  return { why: "a picture that is none", body };
});

const strangeIds = fc
  .oneof(
    junk,
    odd.map((id) => id.replace(/[\ud800-\udfff]/g, "�")),
    fc.string({ minLength: 1, maxLength: 80 }),
    fc.constantFrom(
      NOTHING,
      "__proto__",
      "0",
      "-1",
      "1e308",
      "null",
      "%",
      "..%2f",
      "ZV-0000",
      "x".repeat(900),
    ),
  )
  .filter((id) => !/^\.{1,2}$|^table$|^verify$|^availability$|^check-in$/.test(id) && isText(id));

function badParameter(
  { name, schema, required }: Parameter,
  example: Record<string, string>,
): Bad[] {
  const { [name]: _, ...others } = example;
  const wrong: fc.Arbitrary<string>[] = [];
  if (schema.maxLength) {
    wrong.push(
      fc.integer({ min: Number(schema.maxLength) + 1, max: 5_000 }).map((n) => "y".repeat(n)),
    );
  }
  if (schema.pattern)
    wrong.push(
      junk.map((text) => `?${text}`),
      fc.constant("createdAt;drop,-x"),
    );
  if (schema.format === "date" || schema.anyOf) {
    wrong.push(
      junk,
      fc.constantFrom("2026-02-30", "2026-13-01", "1", "0000", "T", "2026-99-99T99:99"),
    );
  }
  const ways: Bad[] = wrong.map((values) =>
    values
      .filter((text) => text.trim() !== "" && isText(text))
      .map((text) => ({
        why: `${name}=${text.slice(0, 40)}`,
        query: { ...others, [name]: text },
      })),
  );
  if (required) ways.push(fc.constant({ why: `no ${name}`, query: others }));
  if (required)
    ways.push(junk.map((text) => ({ why: `${name} unknown`, query: { [name]: text } })));
  return ways;
}
