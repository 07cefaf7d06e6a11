import type { ServerBuild } from "@remix-run/node";
import type * as entry from "./entry.server";

export type AppBuild = ServerBuild & { entry: { module: typeof entry } };
