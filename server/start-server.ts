import { executionAsyncResource } from "node:async_hooks";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { broadcastDevReady } from "@remix-run/node";
import express from "express";
import type { AppBuild } from "~/app-build";
import { createApp } from "./create-app.ts";
import { createShutdown } from "./graceful-shutdown.ts";

/** Starts the app and serves it until the process is signalled to stop. `version` is for the log and the staff. */
export async function serve(load: () => Promise<AppBuild>, version: string) {
  Object.assign(globalThis, { zooServer: true }); // see app/entry.server.tsx
  const build = await load();
  const app = build.entry.module.startApp({ version });
  const { settings } = app;

  const site = express();
  // Express would give its prototypes to each request when it comes, which takes a tenth of a cached page.
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  site.request = Object.setPrototypeOf(Request.prototype, site.request);
  site.response = Object.setPrototypeOf(Response.prototype, site.response);
  const messages = { IncomingMessage: Request, ServerResponse: Response };
  const server = createServer({ connectionsCheckingInterval: 2_000, ...messages });
  const onSignal = createShutdown(server);
  await createApp(site, build, app, server);
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
    const isHere = /^(0\.0\.0\.0|::|127\.0\.0\.1|::1)$/.test(settings.host);
    const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
    const url = settings.publicUrl ?? `http://${isHere ? "localhost" : host}:${port}`;
    const lines = [`Zoo Verse is open at ${url}`, `Version ${version}`, ...app.messages];
    console.log(lines.join("\n"));
    onSignal(app);
    if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
  }

  async function explainAndExit({ code }: NodeJS.ErrnoException) {
    const { host, port } = settings;
    console.error(
      code === "EADDRINUSE"
        ? `Port ${port} is already in use: stop the program that uses it, or set PORT to another.`
        : `Cannot listen at HOST ${host}, PORT ${port} (${code}): HOST is an address of this machine, or 0.0.0.0 for all of them`,
    );
    await app.close();
    process.exit(1);
  }
}

/**
 * After a burst V8 would take the objects of every later request for long-lived ones, and be half as fast. Not at the
 * start, because Node would compile its own modules anew. What both of these bring is in docs/performance.md.
 */
const disablePretenuring = () => setFlagsFromString("--no-allocation-site-pretenuring");

/** Held for ever: where a full collection finds no object of this kind, V8 makes each by slow calls from then on. */
const tick: object[] = [];
process.nextTick(() => tick.push(executionAsyncResource()));
