import type { ServerBuild } from "@remix-run/node";
import type * as entry from "./entry.server";

/** The built site, as server/start-server.ts loads it. */
export type AppBuild = ServerBuild & { entry: { module: typeof entry } };
