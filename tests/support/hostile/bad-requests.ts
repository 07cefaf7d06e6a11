import fc from "fast-check";
import { examples } from "~/api/examples";
import type { Shape } from "~/api/api-docs.server";
import { badBodies, badPictures, json, notJson, type Bad, type BadRequest } from "./bad-bodies";
import { document } from "../site/documented";
import { isText, junk, odd } from "../data/wrong-values";

type Parameter = { name: string; in: string; schema: Shape; required?: boolean };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Shape }> };
};

const NOTHING = "06000000000000000000000000";

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
