import type { Server } from "node:net";

/** For how long new work may begin within one turn of the event loop. */
const TURN_MS = 4;

/** How many turns in a row may be left to new connections. */
const MOST_AT_THE_DOOR = 200;

/** When a request may go on; both settle in a turn of the event loop. */
export type Scheduler = {
  /** Its work may begin: at once where nothing else has begun. */
  turnToWork(): Promise<void>;
  /** Its answer, which is there already, may leave. */
  turnToLeave(): Promise<void>;
};

/**
 * Starts expensive requests a few at a time. Node accepts one connection per turn of the event loop, so a turn
 * that did all pending work would keep fifty new visitors waiting for fifty such turns.
 *
 * Kept answers leave together, once everything that came in has been looked at and before any work: each answer
 * that is sent by itself wakes its client, which costs as much as finding the answer.
 */
export function schedulerFor(server: Server): Scheduler {
  let now: { until: number } | undefined;
  let leaving: (() => void)[] = [];
  let somebodyCame = false;
  let atTheDoor = 0;

  server.on("connection", () => (somebodyCame = true));

  async function turnToWork() {
    letLeave();
    if (!now && !somebodyCame) now = newTurn();
    else await new Promise<void>((begin) => void setImmediate(beginOrWait, begin));
  }

  const turnToLeave = () =>
    new Promise<void>((leave) => {
      if (leaving.push(leave) === 1) setImmediate(letLeave);
    });

  function letLeave() {
    const all = leaving;
    leaving = [];
    for (const leave of all) leave();
  }

  function beginOrWait(begin: () => void) {
    letLeave();
    now ??= newTurn();
    if (performance.now() < now.until) begin();
    else setImmediate(beginOrWait, begin);
  }

  /** A turn in which somebody connects does no work: others may be queued, and are let in at no cost. */
  function newTurn() {
    setImmediate(() => (now = undefined));
    const isForTheDoor = somebodyCame && atTheDoor < MOST_AT_THE_DOOR;
    somebodyCame = false;
    atTheDoor = isForTheDoor ? atTheDoor + 1 : 0;
    return { until: isForTheDoor ? 0 : performance.now() + TURN_MS };
  }

  return { turnToWork, turnToLeave };
}
