import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { allow, type Actor } from "~/domain/access";
import { parse } from "~/domain/parse";
import { isMultipart, readJson, readQuery, readUpload } from "./body.server";
import { contract, type Contract, type Line } from "./contract";
import { failure, failureFrom } from "./failure.server";
import { apiActor } from "./session.server";

type Named<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & Named<Rest>
  : unknown;
type Parsed<L, Part extends string> =
  L extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;
type Context<K extends keyof Contract> = {
  request: Request;
  actor: Actor;
  params: Named<K>;
  query: Parsed<Contract[K], "query">;
  body: Parsed<Contract[K], "body">;
  /** The file of a line that takes uploads. */
  image: Buffer | undefined;
};
type Handlers = { [K in keyof Contract]?: (context: Context<K>) => unknown };

/** Data that travels with headers of its own, such as cookies. */
export class WithHeaders {
  readonly data: unknown;
  readonly headers: Headers;

  constructor(data: unknown, headers: [name: string, value: string][]) {
    this.data = data;
    this.headers = new Headers(headers);
  }
}

/** Answers the contract's lines for one path: parsed input in, envelope out. Other methods get 405. */
export function api(handlers: Handlers) {
  const keys = Object.keys(handlers) as (keyof Contract)[];
  const allowed = keys.map((key) => key.split(" ")[0]).join(", ");

  async function answer({ request, params }: LoaderFunctionArgs) {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const key = keys.find((candidate) => candidate.startsWith(`${method} `));
    if (!key) return failure(405, "Method not allowed", [], { Allow: allowed });

    try {
      const line: Line = contract[key];
      const actor = await apiActor(request);
      if (line.needs) allow(actor, line.needs);
      const query = line.query && parse(line.query, readQuery(request));
      const { sent, image } = line.body ? await readBody(request, line) : {};
      const body = line.body && parse(line.body, sent);
      const handler = handlers[key] as (context: unknown) => unknown;
      return success(line, await handler({ request, actor, params, query, body, image }));
    } catch (error) {
      return failureFrom(error, request);
    }
  }
  return { loader: answer, action: answer };
}

/** A copy is read, because a sign-in strategy reads the request for itself. */
async function readBody(request: Request, { upload }: Line) {
  if (!upload || !isMultipart(request)) return { sent: await readJson(request.clone()) };
  const { fields, image } = await readUpload(request.clone());
  return { sent: fields, image };
}

function success({ status = 200, message = "success" }: Line, answer: unknown) {
  const { data, headers } =
    answer instanceof WithHeaders ? answer : { data: answer, headers: new Headers() };
  headers.set("Cache-Control", "no-store");
  return json({ statusCode: status, success: true, message, data }, { status, headers });
}
