/// <reference types="vite/client" />
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Role } from "~/features/auth/roles";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { expectDocumented } from "./documented";
import { anAdmin, bearerOf } from "../data/factories";
import { expectDiscreet } from "../hostile/response-leak-check";
import { routeTable } from "./route-table";

const modules = import.meta.glob("../../../app/routes/**/*.{ts,tsx}");
const page = {
  default: (_: Request, status: number, headers: Headers) =>
    new Response(null, { status, headers }),
};

/** The whole app as one function from Request to Response: real routing, no build, no port. */
async function start() {
  const root = { id: "root", path: "", module: { default: () => null } };
  const routes: Record<string, unknown> = { root };
  for (const route of routeTable()) {
    const module = await modules[`../../../app/${route.file}`]?.();
    if (!module) throw new Error(`${route.file} stands in the route table but not in the tree`);
    routes[route.id] = { ...route, module };
  }
  const build = {
    routes,
    entry: { module: page },
    assets: { version: "test", url: "", entry: { module: "", imports: [] }, routes: {} },
    future: {},
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
  };
  return createRequestHandler(build as unknown as ServerBuild, "test");
}

let app: ReturnType<typeof start> | undefined;

/**
 * Sends a request through the app, as a browser or client would. Without a client address nothing is
 * rate-limited. Every answer of the API has to be as openapi.json says, and none may tell how the zoo is made.
 */
export async function send(path: string, init: RequestInit = {}, clientIp?: string) {
  app ??= start();
  const request = new Request(`http://zoo.test${path}`, init);
  const response = await (await app)(request, clientIp === undefined ? {} : { clientIp });
  await expectDocumented(request, response.clone());
  await expectDiscreet(request, response.clone());
  return response;
}

export type Who = Role | "nobody";
type Call = {
  as?: Who;
  /** How they prove it; by bearer unless given. */
  by?: "bearer" | "cookie";
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  clientIp?: string;
};

/** call("PATCH /order/{id}/status", …): the same words as in the contract. */
export async function call(
  line: string,
  {
    as = "nobody",
    by = "bearer",
    params = {},
    query = {},
    body,
    headers = {},
    clientIp,
  }: Call = {},
) {
  const [method = "", path = ""] = line
    .replace(/{(\w+)}/g, (_, name: string) => params[name] ?? "")
    .split(" ");
  const search = Object.keys(query).length ? `?${new URLSearchParams(query)}` : "";
  const all = new Headers(headers);
  if (body !== undefined) all.set("content-type", "application/json");
  if (as !== "nobody" && by === "bearer") all.set("authorization", `Bearer ${await bearerOf(as)}`);
  if (as !== "nobody" && by === "cookie") all.set("cookie", await cookieOf(as));
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const init = { method, headers: all, ...sent };
  const response = await send(`/api/v1${path}${search}`, init, clientIp);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? null : JSON.parse(text)) as any,
  };
}

/** The cookies of a fresh admin of that role, as a browser sends them back. */
export async function cookieOf(role: Role) {
  const lines = await sessionCookies(await createSession(anAdmin({ role }).id, "test"));
  return lines.map((line) => line.split(";")[0]).join("; ");
}
