/// <reference types="@remix-run/dev" />

/** The built site in the executable: scripts/bundle.mjs resolves it. */
declare module "zoo:build" {
  import type { AppBuild } from "~/app-build";
  const build: AppBuild;
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
