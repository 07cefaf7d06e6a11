import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};
export type FakeResponse = { status: number; body: unknown; headers?: Record<string, string> };

/** What goes wrong with the next request. With "429" and "500" nothing is done; with the others it is. */
export type Failure =
  | "500"
  | "500 after doing the work"
  | "429"
  | "malformed JSON"
  | "hang up"
  | "no response"
  | "5 MB of response"
  | "nothing";

/** A signed webhook on its way. */
export type Delivery = { body: Uint8Array; headers: Headers };

/** Of a request: it has arrived, its work is done, its answer was sent. */
export type Moment = "received" | "done" | "answered";

type Options = {
  respond: (request: FakeRequest) => FakeResponse;
  errorBody: (message: string) => unknown;
};

/** A provider's server on a free port of this machine. It records what it was asked. */
export async function openFakeServer({ respond, errorBody }: Options) {
  const requests: FakeRequest[] = [];
  const failures: Failure[] = [];
  let watcher: (moment: Moment, request: FakeRequest) => void = () => {};

  const server = createServer((incoming, outgoing) => {
    void read(incoming).then(
      (request) => {
        requests.push(request);
        handle(request, outgoing);
      },
      () => {}, // the client has left, as at the end of a test
    );
  });

  function handle(request: FakeRequest, outgoing: ServerResponse) {
    watcher("received", request);
    outgoing.on("finish", () => watcher("answered", request));
    const failure = failures.shift();
    if (failure === "429") outgoing.setHeader("retry-after", "7");
    if (failure === "429" || failure === "500")
      return send(outgoing, { status: Number(failure), body: errorBody("Try again later") });
    const response = respond(request);
    watcher("done", request);
    if (failure === "no response") return;
    if (failure === "hang up") return void outgoing.destroy();
    if (failure === "500 after doing the work")
      return send(outgoing, { status: 500, body: errorBody("Something went wrong") });
    if (failure === "malformed JSON") return void outgoing.end('{"id": "half of it');
    if (failure === "5 MB of response") outgoing.write(" ".repeat(5 << 20));
    send(outgoing, response);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** All requests so far, oldest first. */
    requests,
    failNext: (...how: Failure[]) => void failures.push(...how),
    /** Called at each moment of each request, before anything else happens. */
    watch: (listener: typeof watcher) => void (watcher = listener),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { pathname, searchParams } = new URL(incoming.url!, "http://fake");
  return {
    method: incoming.method!,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

function send(outgoing: ServerResponse, { status, body, headers }: FakeResponse) {
  if (!outgoing.headersSent)
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify(body));
}
