import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express, { type RequestHandler } from "express";

type Call = { path?: string; method?: string; headers?: Record<string, string | string[]> };

/** Sends a request to these handlers over a real connection. */
export async function call(handlers: RequestHandler[], { path = "/", method, headers }: Call) {
  const site = express().set("trust proxy", 1).use(handlers);
  const server = createServer(site).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: "127.0.0.1", path, method, headers, agent: false }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return {
      status: response.statusCode,
      headers: response.headers,
      text: await text(response),
    };
  } finally {
    server.close();
  }
}
