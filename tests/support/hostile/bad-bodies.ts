import fc from "fast-check";
import type { Shape } from "~/api/api-docs.server";
import { numbers, wrongFor } from "../data/wrong-values";

/** A request that has to be refused, whatever it is about. */
export type BadRequest = {
  why: string;
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | FormData;
};

export type Bad = fc.Arbitrary<BadRequest>;

const JSON_TYPE = { "content-type": "application/json" };
export const json = (body: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(body) });

type Leaf = { path: string[]; shape: Shape; required: boolean };

/** Other names of fields, which do not count beside the field itself. */
const isAlias = ({ description }: Shape) => /^(Read as|The same)/.test(String(description));

/** Every field of a body, those of its objects and of its list's first item too. */
function leavesOf({ properties = {}, required = [] }: Shape, before: string[] = []): Leaf[] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    if (isAlias(shape)) return [];
    const path = [...before, name];
    const items = shape.items as Shape | undefined;
    const inner = items ? leavesOf(items, [...path, "0"]) : leavesOf(shape, path);
    return [{ path, shape, required: required.includes(name) }, ...inner];
  });
}

/** Bodies that break a schema in one place, or are nothing like it. */
export function badBodies(schema: Shape, example: object): Bad {
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
export const notJson: Bad = fc
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

export const badPictures: Bad = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => {
  const body = new FormData();
  body.set("name", "Meerkat");
  body.set("description", "On guard.");
  body.set("image", new File([Uint8Array.from(bytes)], "../\u0000.svg", { type: "image/png" }));
  return { why: "a picture that is none", body };
});
