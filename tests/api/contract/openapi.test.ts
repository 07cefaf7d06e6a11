import { openapiDocument } from "~/api/openapi.server";
import { describe, expect, test } from "vitest";
import { apiDocs } from "~/api/api-docs.server";
import { endpoints } from "~/api/endpoints";
import { send } from "../../support/site/app";
import { ajv, document, schemaAt } from "../../support/site/documented";
import { routeTable } from "../../support/site/route-table";

const { paths } = document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    line: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);
const lines = Object.keys(endpoints);

/** Every schema of the document, with where it stands. */
function schemas() {
  const inOperations = operations.flatMap(({ line, operation }) => [
    ...(operation.parameters ?? []).map(({ name, schema, example }) => ({
      where: `${line} ${name}`,
      schema,
      examples: example === undefined ? [] : [example],
    })),
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example }]) => ({
      where: `${line} ${type}`,
      schema,
      examples: example === undefined ? [] : [example],
    })),
    ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map(({ schema, example }) => ({
        where: `${line} ${status}`,
        schema,
        examples: [example],
      })),
    ),
  ]);
  const named = Object.entries(document.components.schemas).map(([where, schema]) => ({
    where,
    schema,
    examples: [],
  }));
  return [...inOperations, ...named];
}

const inDocument = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')) as object;

test("route table, endpoints and openapi.json have the same paths and methods", () => {
  const routed = routeTable().map(({ path = "" }) => path);
  const served = routed.filter((path) => path.startsWith("api/v1/") && !/\*|openapi/.test(path));

  expect(operations.map(({ line }) => line).toSorted()).toEqual(lines.toSorted());
  expect(served.map((path) => `/${path.replace("api/v1/", "")}`).toSorted()).toEqual(
    Object.keys(paths)
      .map((path) => path.replace(/{(\w+)}/g, ":$1"))
      .toSorted(),
  );
});

describe("the document", () => {
  test("contains only valid JSON Schema 2020-12 and valid references", () => {
    for (const { where, schema } of schemas()) {
      expect([where, ajv.validateSchema(schema), ajv.errors]).toEqual([where, true, null]);
      expect(() => ajv.compile(inDocument(schema)), where).not.toThrow();
    }
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g);
    for (const [, pointer = ""] of refs) {
      const found = pointer
        .slice(1)
        .split("/")
        .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
      expect(found, pointer).toBeTypeOf("object");
    }
  });

  test("contains only examples that match their schema", () => {
    for (const { where, schema, examples } of schemas()) {
      const isQuery = /^GET/.test(where) && !/ \d+$/.test(where);
      const isValid = ajv.compile(inDocument(schema));
      for (const example of examples) {
        const sent = isQuery && /^\d+$/.test(String(example)) ? Number(example) : example;
        expect([where, isValid(sent), isValid.errors]).toEqual([where, true, null]);
      }
    }
  });

  test("documents each operation's name, path parameters and permissions", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);

    for (const { line, path, operation } of operations) {
      const inPath = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/{\w+}/g) ?? []);
      const { permission } = endpoints[line as keyof typeof endpoints] as { permission?: string };
      expect([line, operation.security.length > 0]).toEqual([
        line,
        permission !== undefined || line.includes("/refresh"),
      ]);
      if (permission) expect(Object.keys(operation.responses)).toContain("401");
    }
  });

  test("documents what a client needs beyond the schemas", () => {
    const { servers, paths, components } = openapiDocument("https://zoo.test") as any;
    const { parameters, responses } = paths["/order"].post;
    const said = (status: number) => responses[status].content["application/json"].example.message;

    expect(servers).toEqual([{ url: "https://zoo.test/api/v1" }]);
    expect(components.securitySchemes.cookie.name).toBe("zoo_access");
    expect(components.securitySchemes.refresh.name).toBe("zoo_refresh");
    expect(parameters).toMatchObject([{ name: "Idempotency-Key", schema: { maxLength: 255 } }]);
    expect(responses[201].headers).toHaveProperty("Idempotent-Replayed");
    for (const status of [429, 503])
      expect(responses[status].headers).toHaveProperty("Retry-After");
    expect(said(400)).toBe("Malformed JSON");
    expect(said(413)).toBe("The body is larger than 64 KB");
    expect(said(422)).toMatch(/./);
    const upload = paths["/animal"].post.requestBody.content["multipart/form-data"].schema;
    expect(upload.properties.image.description).toMatch(/ at most 5 MB$/);
  });

  test("has only patterns that every regex engine reads", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = ""]) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[^dDsSwWx.]|\(\?(?!:)|\[\[/); // RE2 has no more than this
      for (const flags of ["", "u", "v"]) expect(() => new RegExp(pattern, flags)).not.toThrow();
    }
  });

  test("documents the other names that fields may have", () => {
    const fields = (path: string, method: string) =>
      (paths[path]![method]!.requestBody!.content!["application/json"]!.schema.properties ??
        {}) as {
        [name: string]: { description?: string };
      };
    const read = [
      [fields("/message", "post").message, "body"],
      [fields("/admin/change-password", "post").oldPassword, "currentPassword"],
      [fields("/admin/admins/{id}", "patch").isActive, "active"],
      [fields("/admin/admins/{id}", "patch").status, "active"],
      [fields("/admin/register", "post").isActive, "active"],
    ] as const;

    for (const [field, as] of read) expect(field?.description).toBe(`Read as \`${as}\``);
    expect(fields("/admin/refresh", "post")).toHaveProperty("refreshToken");
    expect(fields("/order/{id}", "patch")).toHaveProperty("order");
    expect(paths).toHaveProperty("/admin/refresh-token");
  });

  test("documents the input of lists and bookings", () => {
    const parameters = paths["/order"]!.get!.parameters!;
    const named = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;

    expect(named("limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 500 });
    expect(named("visitDate")).toEqual({ type: "string", format: "date" });
    const { to } = Object.fromEntries(
      paths["/order/availability"]!.get!.parameters!.map((each) => [each.name, each]),
    );
    expect(JSON.stringify(to)).toContain("At most 91 days after `from`");
    const animalLimit = paths["/animal"]!.get!.parameters!.find(({ name }) => name === "limit");
    expect(animalLimit?.example).toBe(12);
    expect(named("status")).toMatchObject({ pattern: expect.stringContaining("pending|paid") });
    const booking = paths["/order"]!.post!.requestBody!.content!["application/json"]!.schema;
    expect(booking).toMatchObject({
      required: ["visitDate", "visitSlot", "contact", "items"],
      properties: {
        visitSlot: { enum: ["morning", "afternoon", "evening"] },
        paymentMethod: { enum: ["upi", "card", "cash"], default: "upi" },
        contact: { required: ["email"] },
        items: {
          description: "At most 10 tickets of each type",
          items: { properties: { quantity: { minimum: 0, maximum: 10 } } },
        },
      },
    });
    expect(Object.keys(paths["/animal"]!.post!.requestBody!.content!)).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
  });
});

describe("GET /api/v1/openapi.json", () => {
  test("returns the document with the requested origin", async () => {
    const response = await send("/api/v1/openapi.json");

    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(document);
  });

  test("supports If-None-Match, and no other method", async () => {
    const first = await send("/api/v1/openapi.json");
    const etag = first.headers.get("etag")!;
    const again = await send("/api/v1/openapi.json", { headers: { "if-none-match": etag } });
    const post = await send("/api/v1/openapi.json", { method: "POST", body: "{}" });

    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(schemaAt("/components/schemas/Failure")(await post.json())).toBe(true);
  });
});

test("the documentation page lists every endpoint, field and error", () => {
  const calls = apiDocs("http://zoo.test").groups.flatMap((group) => group.calls);

  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(lines.toSorted());
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const { method, path, ...call } of calls) {
    const operation = paths[path]![method.toLowerCase()]!;
    const names = call.fields.map(({ name }) => name);
    for (const { name } of operation.parameters ?? []) expect(names).toContain(name);
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const fields = Object.keys((body as { properties?: object })?.properties ?? {});
    expect(names).toEqual(expect.arrayContaining(fields));
    const refused = Object.keys(operation.responses).filter((status) => status >= "4");
    expect(call.failures.map(({ status }) => status)).toEqual(refused);
    expect(call.request).toMatch(/^curl/);
  }
});
