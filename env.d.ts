/// <reference types="@remix-run/dev" />

/** The built site in the executable: scripts/package.mjs resolves it. */
declare module "zoo:build" {
  import type { AppBuild } from "~/app-build";
  const build: AppBuild;
  export = build;
}

declare module "qrcode/lib/core/qrcode.js" {
  export { create } from "qrcode";
}
