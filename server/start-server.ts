import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { broadcastDevReady, type ServerBuild } from "@remix-run/node";
import { useFetchClasses } from "./fetch-globals.ts";
import { NOT_UNDERSTOOD } from "./usage-error.ts";
import { site, type Opened } from "./create-app.ts";
import { stoppingOf } from "./graceful-shutdown.ts";
import { schedulerFor } from "./scheduler.ts";

/**
 * The errors that keep the zoo from opening and explain themselves in one line, with their exit codes.
 * NOT_UNDERSTOOD would only come again, so a supervisor need not restart.
 */
const EXPLAINED: Record<string, number> = { SettingsError: NOT_UNDERSTOOD, CannotOpen: 1 };

/** Opens the zoo and answers requests until the process is told to stop. */
export async function serve(load: () => Promise<ServerBuild>) {
  useFetchClasses();
  const build = await explained(load);
  const { opened } = build.entry.module as unknown as { opened: Opened };
  const { settings, lines } = opened;

  const server = createServer({ connectionsCheckingInterval: 2_000 });
  const scheduler = schedulerFor(server);
  const { stop, isStopping } = stoppingOf(server, opened);
  server.once("request", (_, res) => res.once("close", stopGuessing));
  server.on("request", await site(build, opened, isStopping, scheduler));
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.timeout = 30_000; // of a client that neither sends nor reads while it is being answered
  server.on("error", explainAndExit);
  server.listen(settings.port, settings.host, announce);

  function announce() {
    const { port } = server.address() as AddressInfo; // where PORT is 0, the system chose one
    const url = settings.publicUrl ?? `http://${reachable(settings.host)}:${port}`;
    console.log(`Zoo Verse is open at ${url}`);
    for (const line of lines) console.log(line);
    process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGHUP", stop);
    if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
  }

  async function explainAndExit(error: NodeJS.ErrnoException) {
    const { host, port } = settings;
    if (error.code === "EADDRINUSE") {
      console.error(
        `Port ${port} is already in use: stop the program that uses it, or set PORT to another.`,
      );
    } else {
      const accepted = "an address of this machine, or 0.0.0.0 for all of them";
      console.error(
        `Cannot listen at HOST ${host}, PORT ${port} (${error.code}): HOST is ${accepted}`,
      );
    }
    await opened.close();
    process.exit(1);
  }
}

/** The host that a browser on this machine asks for a site that listens at this one. */
function reachable(host: string) {
  if (/^(0\.0\.0\.0|::|127\.0\.0\.1|::1|localhost)$/i.test(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Keeps V8 from guessing, by the first requests, which objects will last. It is wrong half of the time, and the
 * objects of later requests then lie where only a full collection frees them. Called once the first request is
 * answered, because under changed flags Node recompiles what it loads for that one.
 */
const stopGuessing = () => setFlagsFromString("--no-allocation-site-pretenuring");

async function explained(load: () => Promise<ServerBuild>) {
  try {
    return await load();
  } catch (error) {
    const code = error instanceof Error ? EXPLAINED[error.name] : undefined;
    if (!code) throw error;
    console.error((error as Error).message);
    process.exit(code);
  }
}
