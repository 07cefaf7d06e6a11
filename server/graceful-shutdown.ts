import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "node:net";
import type { App } from "~/start.server";

/** How long responses to busy clients announce `connection: close` before idle connections are closed. */
const DRAIN_MS = 500;

/** Stops the server: no new connections, running requests finish, then the process exits. */
export function createShutdown(server: HttpServer, app: App) {
  const unused = new Set<Socket>(); // connected, and no request yet
  let stoppedAt = 0;

  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    unused.delete(socket);
    if (stoppedAt) res.shouldKeepAlive = false;
  });

  function stop() {
    // Ctrl-C arrives twice, from the terminal and from npm, which passes it on: that is not a second Ctrl-C.
    if (stoppedAt && Date.now() - stoppedAt > 300) process.exit(1);
    if (stoppedAt) return;

    stoppedAt = Date.now();
    void app.stopMail();
    // `http.Server.close` would cut off keep-alive clients without a `connection: close`.
    Server.prototype.close.call(server, async () => {
      await app.close();
      process.exit(0);
    });
    setTimeout(closeConnections, DRAIN_MS);
  }

  function closeConnections() {
    for (const socket of unused) socket.destroy();
    server.closeIdleConnections();
    setInterval(() => server.closeIdleConnections(), 100);
    setTimeout(() => server.closeAllConnections(), 8_000);
  }

  return { stop, isStopping: () => stoppedAt > 0 };
}
