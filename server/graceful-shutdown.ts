import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "node:net";
import type { Opened } from "./create-app.ts";

/** For this long, clients that keep sending are told with each answer that the connection closes. */
const LAST_CALL_MS = 500;

/** How the server ends: no new connections, running requests to their end, then the process. */
export function stoppingOf(server: HttpServer, opened: Opened) {
  const silent = new Set<Socket>(); // connected, and no request yet
  let since = 0;

  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    silent.delete(socket);
    if (since) res.shouldKeepAlive = false;
  });

  function stop() {
    // Ctrl-C comes from the terminal, and again from npm, which passes it on: a copy, not a second Ctrl-C.
    if (since && Date.now() - since > 300) process.exit(1);
    if (since) return;

    since = Date.now();
    void opened.stopSending(); // mails that are being sent may finish while the last requests do
    // A busy client learns from its next answer that the connection ends; `http.Server.close` would cut it off.
    Server.prototype.close.call(server, async () => {
      await opened.close();
      process.exit(0);
    });
    setTimeout(hangUp, LAST_CALL_MS);
  }

  function hangUp() {
    for (const socket of silent) socket.destroy();
    server.closeIdleConnections();
    setInterval(() => server.closeIdleConnections(), 100);
    setTimeout(() => server.closeAllConnections(), 8_000);
  }

  return { stop, isStopping: () => since > 0 };
}
