import { expect, test } from "vitest";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { document } from "../../support/site/documented";

/** A client as somebody would write it around the generated types. */
const CLIENT = `
import type { components, paths } from "./api";

type Body<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;
type Data<P extends keyof paths, M extends keyof paths[P], S extends number> =
  paths[P][M] extends { responses: Record<S, { content: { "application/json": { data: infer D } } }> } ? D : never;
declare function send(path: string, method: string, body?: object): Promise<any>;

export async function flow() {
  const query: paths["/animal"]["get"]["parameters"]["query"] = { q: "panda", limit: 12, sort: "-createdAt" };
  const animals: Data<"/animal", "get", 200> = await send("/animal?" + query?.q, "get");
  const names: string[] = animals.items.map((animal: components["schemas"]["Animal"]) => animal.name);

  const booking: Body<"/order", "post"> = {
    visitDate: "2026-08-08",
    visitSlot: "morning",
    contact: { name: "Joy", email: "joy@example.org" },
    items: [{ ticketType: "adult", quantity: 2 }],
  };
  const placed: Data<"/order", "post", 201> = await send("/order", "post", booking);
  const link: string = placed.order.links.order;

  const signIn: Body<"/admin/login", "post"> = { email: "a@zoo.example", password: "x" };
  const { accessToken }: Data<"/admin/login", "post", 200> = await send("/admin/login", "post", signIn);
  const next: Data<"/admin/refresh", "post", 200> = await send("/admin/refresh", "post");
  const paid: Body<"/order/{id}/status", "patch"> = { status: "paid" };
  const { order, qrCodes }: Data<"/order/{id}/status", "patch", 200> = await send("/order/1/status", "patch", paid);
  const found: Data<"/order/{id}", "get", 200> = await send("/order/1", "get");
  return [names, link, accessToken, next.accessToken, order.totalAmount, qrCodes[0]?.dataUrl, found.order.tickets, found.status];
}
`;

/** What the compiler complains of, with the strictest of its usual options. */
function complaints(files: Record<string, string>) {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path in files || fileExists(path);
  host.getSourceFile = (path, version) =>
    path in files ? ts.createSourceFile(path, files[path]!, version) : getSourceFile(path, version);
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test("types generated from openapi.json compile, and so does a client of them", async () => {
  const api = astToString(await openapiTS(JSON.stringify(document)));

  expect(complaints({ "/api.ts": api, "/client.ts": CLIENT })).toEqual([]);
  const wrong = CLIENT.replace('visitSlot: "morning"', 'visitSlot: "night"');
  expect(complaints({ "/api.ts": api, "/client.ts": wrong })).toHaveLength(1);
});
