import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod";
import { authorize, type Actor } from "~/features/auth/permissions";
import { parseInput } from "~/lib/parse-input";
import { isMultipart, readJson, readQuery, readUpload } from "~/lib/http/read-body.server";
import { getApiUser } from "~/features/auth/auth.http.server";
import { withOwnImagePath } from "~/features/images/image.rules";
import { siteOrigin } from "~/lib/http/urls.server";
import { endpoints, type Contract, type Endpoint } from "./endpoints";
import { withEtag } from "./etag.server";
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
  image: Buffer | undefined;
};
type Answer<K extends keyof Contract> = z.input<Contract[K]["data"]>;
type Handlers = {
  [K in keyof Contract]?: (call: Call<K>) => Result<K> | Promise<Result<K>>;
};
/** A response is sent as it is. */
type Result<K extends keyof Contract> = Answer<K> | WithHeaders<Answer<K>> | Response;

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

/** The loader and action of one path: parses, authorizes, and wraps the result in the envelope. */
export function api(handlers: Handlers) {
  const keys = Object.keys(handlers) as (keyof Contract)[];
  const methods = keys.map((key) => key.slice(0, key.indexOf(" ")));

  async function answer(method: string, { request, params, context }: LoaderFunctionArgs) {
    const key = keys[methods.indexOf(method)] as keyof Contract;
    const endpoint: Endpoint = endpoints[key];
    const actor = await getApiUser(request, endpoint.permission);
    if (endpoint.permission) authorize(actor, endpoint.permission);
    const query = endpoint.query && parseInput(endpoint.query, readQuery(request));
    const { sent, image } = endpoint.body ? await readBody(request, endpoint) : {};
    const body = endpoint.body && parseInput(endpoint.body, sent);
    // Checked again: the permission may end while a slow body arrives.
    const now = actor && endpoint.body ? await getApiUser(request, endpoint.permission) : actor;
    if (endpoint.permission) authorize(now, endpoint.permission);
    const handler = handlers[key] as (call: unknown) => unknown;
    const call = { request, context, actor: now, params, query, body, image };
    const result = await handler(call);
    return result instanceof Response ? result : success(request, endpoint, result);
  }
  const path = keys[0]?.split(" ")[1];
  const itemMethods = ["PATCH", "DELETE"].filter((method) => `${method} ${path}/{id}` in endpoints);
  return resource(methods, answer, itemMethods);
}

async function readBody(request: Request, { upload }: Endpoint) {
  if (!upload) return { sent: await readJson(request) };
  const origin = siteOrigin(request);
  if (!isMultipart(request)) return { sent: withOwnImagePath(await readJson(request), origin) };
  const { fields, image } = await readUpload(request);
  return { sent: withOwnImagePath(fields, origin), image };
}

function success(request: Request, endpoint: Endpoint, answer: unknown) {
  const { status = 200, message = "success", revalidate } = endpoint;
  const { data, headers } =
    answer instanceof WithHeaders ? answer : { data: answer, headers: new Headers() };
  const text = JSON.stringify({ statusCode: status, success: true, message, data });
  if (revalidate) return withEtag(request, text);

  headers.set("Cache-Control", "no-store");
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers });
}
