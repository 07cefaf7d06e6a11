import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { App } from "~/start.server";

/** How long responses to busy clients announce `connection: close` before idle connections are closed. */
const DRAIN_MS = 500;

/** After this, connections are cut off. */
const TIMEOUT_MS = 8_000;

/** Ctrl-C arrives twice, from the terminal and from npm, which passes it on. */
const REPEATED_SIGNAL_MS = 300;

/** On a signal: no new connections, running requests finish, then the process exits. A second signal ends it at once. */
export function createShutdown(server: Server) {
  const unused = new Set<Socket>(); // connected, and no request yet
  let isStopping = false;

  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    unused.delete(socket);
    if (isStopping) res.shouldKeepAlive = false;
  });

  function onSignal(app: App) {
    closeWithGrace({ delay: TIMEOUT_MS + 4_000 }, async ({ err }) => {
      isStopping = true;
      if (err) app.logError("The site stops because of an error", err);
      else ignoreRepeatedSignal();
      void app.stopMail();
      await delay(DRAIN_MS);
      for (const socket of unused) socket.destroy();
      await closeServer();
      await app.close();
    });
  }

  function closeServer() {
    setInterval(() => server.closeIdleConnections(), 100);
    setTimeout(() => server.closeAllConnections(), TIMEOUT_MS);
    return new Promise((resolve) => server.close(resolve));
  }

  return { onSignal, isStopping: () => isStopping };
}

function ignoreRepeatedSignal() {
  const endAtOnce = process.listeners("SIGINT");
  process.removeAllListeners("SIGINT").on("SIGINT", () => {});
  setTimeout(() => {
    for (const listener of endAtOnce) process.on("SIGINT", listener);
  }, REPEATED_SIGNAL_MS);
}
