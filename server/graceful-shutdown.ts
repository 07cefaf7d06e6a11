import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { App } from "~/start.server";

const TIMEOUT_MS = 8_000;

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
    const options = { delay: TIMEOUT_MS + 4_000, skip: ["SIGINT" as const] };
    const { close } = closeWithGrace(options, async ({ err }) => {
      isStopping = true;
      if (err) app.logError("The site stops because of an error", err);
      void app.stopMail();
      await delay(500); // meanwhile responses ask busy clients to disconnect
      for (const socket of unused) socket.destroy();
      setInterval(() => server.closeIdleConnections(), 100);
      setTimeout(() => server.closeAllConnections(), TIMEOUT_MS);
      await new Promise((resolve) => server.close(resolve));
      await app.close();
    });
    // Ctrl-C arrives twice, from the terminal and from npm, which passes it on.
    process.once("SIGINT", () => {
      const pressed = performance.now();
      process.on("SIGINT", () => performance.now() > pressed + 300 && process.exit(1));
      void close();
    });
  }

  return { onSignal, isStopping: () => isStopping };
}
