import type { Server } from "node:net";

/** How long requests may be started within one turn of the event loop. */
const TURN_MS = 4;

/** Consecutive turns that may be left to new connections. */
const MAX_PENDING_CONNECTIONS = 200;

/** Both settle in a turn of the event loop. */
export type Scheduler = {
  /** The request may be processed: at once when no other is. */
  waitForTurn(): Promise<void>;
  /** The cached response may be sent. */
  waitForFlush(): Promise<void>;
};

/**
 * Starts expensive requests a few at a time. Node accepts one connection per turn of the event loop, so a turn
 * with all pending work would delay fifty new connections by fifty such turns.
 *
 * Cached responses are sent together, after all pending requests were read and before any is processed: each write
 * by itself wakes its client, which costs as much as the lookup.
 */
export function createScheduler(server: Server): Scheduler {
  let turn: { until: number } | undefined;
  let ready: (() => void)[] = [];
  let hasNewConnection = false;
  let connectionTurns = 0;

  server.on("connection", () => (hasNewConnection = true));

  async function waitForTurn() {
    flush();
    if (!turn && !hasNewConnection) turn = newTurn();
    else await new Promise<void>((begin) => void setImmediate(beginOrWait, begin));
  }

  const waitForFlush = () =>
    new Promise<void>((resolve) => {
      if (ready.push(resolve) === 1) setImmediate(flush);
    });

  function flush() {
    const callbacks = ready;
    ready = [];
    for (const send of callbacks) send();
  }

  function beginOrWait(begin: () => void) {
    flush();
    turn ??= newTurn();
    if (performance.now() < turn.until) begin();
    else setImmediate(beginOrWait, begin);
  }

  /** A turn with a new connection processes nothing: more may be pending, and accepting them is cheap. */
  function newTurn() {
    setImmediate(() => (turn = undefined));
    const isForConnections = hasNewConnection && connectionTurns < MAX_PENDING_CONNECTIONS;
    hasNewConnection = false;
    connectionTurns = isForConnections ? connectionTurns + 1 : 0;
    return { until: isForConnections ? 0 : performance.now() + TURN_MS };
  }

  return { waitForTurn, waitForFlush };
}
