import type { Server } from "node:net";

/** So much work is begun in one turn of the event loop. */
const TURN_MS = 4;

/** So many turns in a row may be left to those who connect. */
const MOST_AT_THE_DOOR = 200;

/**
 * Lets requests that cost work begin a few at a time. Node accepts one connection in each turn of its event
 * loop and sends what is kept within one: if a turn did all the work that had come in, fifty visitors who
 * connect at once would wait for fifty such turns, and who only reads for a whole one.
 */
export function turnsOf(server: Server) {
  let now: { until: number } | undefined;
  let somebodyCame = false;
  let atTheDoor = 0;

  server.on("connection", () => (somebodyCame = true));

  /** Settles when the work of a request may begin: at once where nothing else has begun. */
  return async () => {
    if (!now && !somebodyCame) now = newTurn();
    else await new Promise<void>((begin) => void setImmediate(beginOrWait, begin));
  };

  function beginOrWait(begin: () => void) {
    now ??= newTurn();
    if (performance.now() < now.until) begin();
    else setImmediate(beginOrWait, begin);
  }

  /** One in which somebody connects does no work: others may stand behind, and are let in at no cost. */
  function newTurn() {
    setImmediate(() => (now = undefined));
    const isForTheDoor = somebodyCame && atTheDoor < MOST_AT_THE_DOOR;
    somebodyCame = false;
    atTheDoor = isForTheDoor ? atTheDoor + 1 : 0;
    return { until: isForTheDoor ? 0 : performance.now() + TURN_MS };
  }
}
