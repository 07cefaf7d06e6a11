import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod";
import { allow, type Actor } from "~/features/auth/permissions";
import { parse } from "~/lib/parse-input";
import { isMultipart, readJson, readQuery, readUpload } from "~/lib/http/read-body.server";
import { apiActor } from "~/features/auth/session.http.server";
import { contract, type Contract, type Line } from "./endpoints";
import { revalidated } from "./etag.server";
import { resource } from "./resource.server";

type PathParams<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : unknown;
type Parsed<L, Part extends string> =
  L extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;
type Call<K extends keyof Contract> = {
  request: Request;
  context: AppLoadContext;
  actor: Actor;
  params: PathParams<K>;
  query: Parsed<Contract[K], "query">;
  body: Parsed<Contract[K], "body">;
  /** The file of a line that takes uploads. */
  image: Buffer | undefined;
};
type Answer<K extends keyof Contract> = z.input<Contract[K]["data"]>;
type Handlers = {
  [K in keyof Contract]?: (
    call: Call<K>,
  ) => Answer<K> | WithHeaders<Answer<K>> | Promise<Answer<K> | WithHeaders<Answer<K>>>;
};

/** Data that travels with headers of its own, such as cookies. */
export class WithHeaders<Data> {
  readonly data: Data;
  readonly headers: Headers;

  constructor(data: Data, headers: [name: string, value: string][]) {
    this.data = data;
    this.headers = new Headers(headers);
  }
}

export const withCookies = <Data>(data: Data, cookies: string[]) =>
  new WithHeaders(
    data,
    cookies.map((cookie) => ["Set-Cookie", cookie]),
  );

/** Answers the contract's lines for one path: parsed input in, envelope out. */
export function api(handlers: Handlers) {
  const keys = Object.keys(handlers) as (keyof Contract)[];
  const methods = keys.map((key) => key.slice(0, key.indexOf(" ")));

  async function answer(method: string, { request, params, context }: LoaderFunctionArgs) {
    const key = keys[methods.indexOf(method)] as keyof Contract;
    const line: Line = contract[key];
    const actor = await apiActor(request);
    if (line.needs) allow(actor, line.needs);
    const query = line.query && parse(line.query, readQuery(request));
    const { sent, image } = line.body ? await readBody(request, line) : {};
    const body = line.body && parse(line.body, sent);
    // Checked again: the caller may lose the right to it while a slow body arrives.
    const now = actor && line.body ? await apiActor(request) : actor;
    if (line.needs) allow(now, line.needs);
    const handler = handlers[key] as (call: unknown) => unknown;
    const call = { request, context, actor: now, params, query, body, image };
    return success(request, line, await handler(call));
  }
  const path = keys[0]?.split(" ")[1];
  const ofOne = ["PATCH", "DELETE"].filter((method) => `${method} ${path}/{id}` in contract);
  return resource(methods, answer, ofOne);
}

async function readBody(request: Request, { upload }: Line) {
  if (!upload || !isMultipart(request)) return { sent: await readJson(request) };
  const { fields, image } = await readUpload(request);
  return { sent: fields, image };
}

function success(request: Request, line: Line, answer: unknown) {
  const { status = 200, message = "success", revalidate } = line;
  const { data, headers } =
    answer instanceof WithHeaders ? answer : { data: answer, headers: new Headers() };
  const text = JSON.stringify({ statusCode: status, success: true, message, data });
  if (revalidate) return revalidated(request, text);

  headers.set("Cache-Control", "no-store");
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers });
}
