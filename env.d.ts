/// <reference types="@remix-run/dev" />

/** The built site as a part of the one file: scripts/package.mjs puts it there. */
declare module "zoo:build" {
  import type { ServerBuild } from "@remix-run/node";
  const build: ServerBuild;
  export = build;
}

/** Parts of undici that have no types of their own: Node has them under the same names. */
declare module "undici/lib/web/fetch/formdata.js" {
  export const FormData: typeof globalThis.FormData;
}
declare module "undici/lib/web/fetch/headers.js" {
  export const Headers: typeof globalThis.Headers;
}
declare module "undici/lib/web/fetch/request.js" {
  export const Request: typeof globalThis.Request;
}
declare module "undici/lib/web/fetch/response.js" {
  export const Response: typeof globalThis.Response;
}
