import { get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { toStream } from "~/lib/http/to-stream.server";
import { remixHandler } from "../../../server/remix-handler";

const CHUNKS = 500;
const CHUNK = new Uint8Array(64 * 1024);

let close = () => {};
afterEach(() => close());

/** Answers with a long export; `made` has how much waited to be sent when each part of it was made. */
async function exporting() {
  const made: number[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  async function* parts(res: ServerResponse) {
    try {
      while (made.push(res.writableLength) <= CHUNKS) yield CHUNK;
    } finally {
      resolve();
    }
  }
  const site = express();
  site.use((req, res, next) =>
    remixHandler({
      handlerFor: () => async () => new Response(toStream(parts(res))),
    })(req, res, next),
  );
  const server = site.listen(0);
  close = () => void server.close();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [answer] = await once(get(`http://127.0.0.1:${port}/`), "response");
  return { answer, made, ended };
}

test("an export is made as its client takes it", async () => {
  const { answer, made } = await exporting();

  let bytes = 0;
  for await (const part of answer) bytes += part.length;

  expect(bytes).toBe(CHUNKS * CHUNK.length);
  expect(Math.max(...made)).toBeLessThan(4 * CHUNK.length);
});

test("an export ends when its client has left", async () => {
  const { answer, made, ended } = await exporting();

  answer.destroy();
  await ended;

  expect(made.length).toBeLessThan(CHUNKS);
});
