import type { Server } from "node:http";
import type { RequestHandler } from "express";

const TURN_MS = 4;
const MAX_CONNECTION_TURNS = 200;

/**
 * Starts expensive requests a few at a time. Node accepts one connection per turn of the event loop, so a turn with
 * all pending work would delay the last of fifty visitors who connect at once by fifty such turns.
 */
export function fairTurns(server: Server): RequestHandler {
  let endsAt: number | undefined; // when the present turn starts no more requests
  let hasNewConnection = false;
  let connectionTurns = 0;
  server.on("connection", () => (hasNewConnection = true));

  /** A turn with a new connection starts nothing: more may be pending, and accepting them is cheap. */
  function newTurn() {
    setImmediate(() => (endsAt = undefined));
    const isForConnections = hasNewConnection && connectionTurns < MAX_CONNECTION_TURNS;
    hasNewConnection = false;
    connectionTurns = isForConnections ? connectionTurns + 1 : 0;
    return isForConnections ? 0 : performance.now() + TURN_MS;
  }

  function startOrWait(start: () => void) {
    endsAt ??= newTurn();
    if (performance.now() < endsAt) start();
    else setImmediate(startOrWait, start);
  }

  return (_req, res, next) => startOrWait(() => (res.destroyed ? undefined : next()));
}
