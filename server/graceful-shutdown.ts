import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { App } from "~/start.server";

/** Returns what ends the process on a signal, once running requests have finished. A second signal ends it at once. */
export function createShutdown(server: Server) {
  const unused = new Set<Socket>(); // connected, and no request yet
  let isStopping = false;
  server.on("connection", (socket) => {
    unused.add(socket.once("close", () => unused.delete(socket)));
  });
  server.on("request", ({ socket }, res) => {
    unused.delete(socket);
    if (isStopping) res.shouldKeepAlive = false;
  });

  return (app: App) => {
    const { close } = closeWithGrace({ delay: 12_000, skip: ["SIGINT"] }, async ({ err }) => {
      isStopping = true;
      if (err) app.logError("The site stops because of an error", err);
      app.prepareStop();
      await delay(500); // meanwhile responses ask busy clients to disconnect
      for (const socket of unused) socket.destroy();
      setInterval(() => server.closeIdleConnections(), 100);
      setTimeout(() => server.closeAllConnections(), 8_000);
      await new Promise((resolve) => server.close(resolve));
      await app.close();
    });
    // Ctrl-C arrives twice, from the terminal and from npm, which passes it on.
    process.once("SIGINT", () => {
      const pressed = performance.now();
      process.on("SIGINT", () => performance.now() > pressed + 300 && process.exit(1));
      void close();
    });
  };
}
