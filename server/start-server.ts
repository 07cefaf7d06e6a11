import { executionAsyncResource } from "node:async_hooks";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { broadcastDevReady } from "@remix-run/node";
import express from "express";
import type { AppBuild } from "~/app-build";
import { createApp } from "./create-app.ts";
import { messagesOf } from "./express-messages.ts";
import { createShutdown } from "./graceful-shutdown.ts";

/** Starts the app and serves it until the process is signalled to stop. `version` is for the log and the staff. */
export async function serve(load: () => Promise<AppBuild>, version: string) {
  Object.assign(globalThis, { zooServer: true }); // see app/entry.server.tsx
  const build = await load();
  const app = build.entry.module.startApp({ version });
  const { settings } = app;

  const site = express();
  const server = createServer({ connectionsCheckingInterval: 2_000, ...messagesOf(site) });
  const { onSignal, isStopping } = createShutdown(server);
  await createApp(site, build, app, server, isStopping);
  server.on("request", site);
  server.once("request", (_req, res) => res.once("close", disablePretenuring));
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000; // longer than the minute of a proxy
  server.timeout = 30_000; // of a client that neither sends nor reads during a response
  server.on("error", explainAndExit);
  server.listen(settings.port, settings.host, announce);
  return server;

  function announce() {
    const { port } = server.address() as AddressInfo; // with PORT=0 the system chooses one
    const url = settings.publicUrl ?? `http://${displayHost(settings.host)}:${port}`;
    console.log(`Zoo Verse is open at ${url}`);
    console.log(`Version ${version}`);
    for (const line of app.messages) console.log(line);
    onSignal(app);
    if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
  }

  async function explainAndExit({ code }: NodeJS.ErrnoException) {
    const { host, port } = settings;
    const address = "an address of this machine, or 0.0.0.0 for all of them";
    console.error(
      code === "EADDRINUSE"
        ? `Port ${port} is already in use: stop the program that uses it, or set PORT to another.`
        : `Cannot listen at HOST ${host}, PORT ${port} (${code}): HOST is ${address}`,
    );
    await app.close();
    process.exit(1);
  }
}

/**
 * V8 guesses which objects will live long, and puts them where only a full collection finds them. After a burst it takes
 * those of every later request for such, which halves the speed of cached pages until the site starts again. Not at the
 * start, because Node would compile its own modules anew.
 */
const disablePretenuring = () => setFlagsFromString("--no-allocation-site-pretenuring");

/**
 * One object of `process.nextTick`, held for ever. Where a full collection finds none, V8 drops their hidden class, and
 * Node then makes each by slow calls until the site starts again: a cached page takes 40 instead of 34 µs.
 */
const tick: object[] = [];
process.nextTick(() => tick.push(executionAsyncResource()));

function displayHost(host: string) {
  if (/^(0\.0\.0\.0|::|127\.0\.0\.1|::1)$/.test(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
