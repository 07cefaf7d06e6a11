import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body, if one of these secrets has signed it; throws otherwise. */
  verify(secret: string): { type: string; timestamp: string; data: Record<string, unknown> };
};

/** A receiver on a free port of this machine. It answers 204, unless said otherwise. */
export async function openReceiver() {
  const received: Received[] = [];
  let respond: (response: ServerResponse, request: Received) => void = (response) =>
    void response.writeHead(204).end();
  let arrived = () => {};
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => void chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const headers = incoming.headers as Record<string, string>;
      const verify = (secret: string) => new Webhook(secret).verify(body, headers) as never;
      const request = { path: incoming.url ?? "", headers, body, verify };
      received.push(request);
      arrived();
      respond(outgoing, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Oldest first. */
    received,
    respondWith: (next: typeof respond) => void (respond = next),
    /** Resolves when something arrives. */
    next: () => new Promise<void>((resolve) => (arrived = resolve)),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
