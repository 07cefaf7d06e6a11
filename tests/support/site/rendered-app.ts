/// <reference types="vite/client" />
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { Role } from "~/features/auth/roles";
import { cookieOf } from "./app";
import { formOf, toastIn } from "./sessions";
import { routeTable } from "./route-table";

const modules = import.meta.glob("../../../app/{root,routes/**/*}.{ts,tsx}");
let app: ReturnType<typeof start> | undefined;

export async function sendAndRender(path: string, init: RequestInit = {}) {
  app ??= start();
  return (await app)(new Request(`http://zoo.test${path}`, init));
}

/** A page as somebody of the staff sees it, or the answer to a form that is sent there without script. */
export async function staffScreen(
  path: string,
  fields?: Record<string, string>,
  as: Role = "owner",
) {
  const headers = { cookie: await cookieOf(as) };
  const response = await sendAndRender(path, { ...(fields && formOf(fields)), headers });
  const html = (await response.text())
    .replace(/<script.*?<\/script>/gs, "")
    .replaceAll("<!-- -->", "");
  return {
    status: response.status,
    location: response.headers.get("location"),
    toast: await toastIn(response),
    html,
    text: textOf(html),
  };
}

export const textOf = (html: string) => html.replace(/<[^>]*>/g, "");

/** The app with its real pages, rendered on the server. */
async function start() {
  const table = [
    { id: "root", parentId: undefined, path: "", index: undefined, file: "root.tsx" },
    ...routeTable(),
  ];
  const routes: Record<string, unknown> = {};
  const known: Record<string, unknown> = {};
  for (const { file, ...route } of table) {
    const module = (await modules[`../../../app/${file}`]?.()) as Record<string, unknown>;
    routes[route.id] = { ...route, module };
    known[route.id] = {
      ...route,
      module: `/${file}`,
      hasLoader: "loader" in module,
      hasAction: "action" in module,
      hasErrorBoundary: "ErrorBoundary" in module,
    };
  }
  const assets = {
    version: "test",
    url: "/manifest.js",
    entry: { module: "/entry.js", imports: [] },
    routes: known,
  };
  const page = { default: render };
  const build = { routes, entry: { module: page }, assets, future: {}, publicPath: "/" };
  return createRequestHandler({ ...build, isSpaMode: false } as unknown as ServerBuild, "test");
}

const render = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Response(renderToString(createElement(RemixServer, { context, url: request.url })), {
    status,
    headers,
  });
