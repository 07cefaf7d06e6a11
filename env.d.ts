/// <reference types="@remix-run/dev" />

/** The built site as a part of the one file: scripts/package.mjs puts it there. */
declare module "zoo:build" {
  import type { ServerBuild } from "@remix-run/node";
  const build: ServerBuild;
  export = build;
}
