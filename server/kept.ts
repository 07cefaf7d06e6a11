import { randomBytes } from "node:crypto";
import type { Matched } from "./answers.ts";
import type { Exchange } from "./exchange.ts";
import { KeptAnswer } from "./kept-answer.ts";

type Rule = { reads?: readonly string[]; showsPlaces?: true };

/** What the build knows of answers that are the same for everybody who is not signed in. */
export type Keeping = {
  routes: Readonly<Record<string, Rule>>;
  /** How often what they show was written so far. */
  written(): { anything: number; places: number };
  /** When places become free next without anybody doing a thing; UTC milliseconds. */
  nextLapse(): number;
  newStamp(): string;
  blankStamp: string;
};

type Ways = {
  saidByAll: Map<string, string>;
  matchesOf(path: string): Matched;
  draw(request: Request, context: { blankStamp: string }): Promise<Response>;
};

type IsFresh = () => boolean;
type Kept = { isFresh: IsFresh; answer: KeptAnswer };
type Drawing = { isFresh: IsFresh; answer: Promise<KeptAnswer | null> };

const MINUTE_MS = 60_000;
const MOST_BYTES = 48 * 1024 * 1024;

/** Differs with each start, because the counts of what was written begin anew with each. */
const START = randomBytes(6).toString("base64url");

/**
 * Draws such an answer once and keeps it while nothing of what it shows is written, and not beyond the
 * minute: what has to do with the time changes at whole minutes. A request that says anything of who sends
 * it neither fills nor reads what is kept.
 */
export function keeper(keeping: Keeping, { saidByAll, matchesOf, draw }: Ways) {
  const all = new Map<string, Kept>();
  const drawings = new Map<string, Drawing>();
  let bytes = 0;

  /** The answer for this request, drawn now if need be; null for what is not kept. */
  return (exchange: Exchange): KeptAnswer | Promise<KeptAnswer | null> | null => {
    if (!isAnybodys(exchange)) return null;
    const address = exchange.origin + (exchange.req.url ?? "");
    const kept = all.get(address);
    if (kept?.isFresh()) return kept.answer;

    const rule = ruleOf(exchange);
    if (!rule) return null;
    const drawing = drawings.get(address);
    if (drawing?.isFresh()) return drawing.answer;

    const isFresh = freshness(rule);
    const answer = drawNew(address, isFresh).finally(() => {
      if (drawings.get(address)?.answer === answer) drawings.delete(address);
    });
    drawings.set(address, { isFresh, answer });
    return answer;
  };

  function ruleOf({ path, req }: Exchange) {
    const rule = keeping.routes[matchesOf(path)?.ids.at(-1) ?? ""];
    const query = (req.url ?? "").slice(path.length + 1);
    const names = [...new URLSearchParams(query).keys()];
    return rule && names.every((name) => rule.reads?.includes(name)) ? rule : undefined;
  }

  /** Reckoned before it is drawn: what is written meanwhile makes the drawing old before it is done. */
  function freshness({ showsPlaces }: Rule): IsFresh {
    const { anything, places } = keeping.written();
    const minute = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    const until = showsPlaces ? Math.min(minute, keeping.nextLapse()) : minute;
    return () => {
      const now = keeping.written();
      const isWritten = now.anything !== anything || (showsPlaces && now.places !== places);
      return !isWritten && Date.now() < until;
    };
  }

  async function drawNew(address: string, isFresh: IsFresh) {
    const { blankStamp, newStamp, written } = keeping;
    const { anything, places } = written();
    const response = await draw(new Request(address), { blankStamp });
    if (response.status !== 200 || response.headers.has("set-cookie")) return null;

    const answer = new KeptAnswer({
      text: Buffer.from(await response.arrayBuffer()),
      said: response.headers,
      saidByAll,
      blankStamp,
      newStamp,
      version: `${START} ${anything} ${places}`,
    });
    forget(address);
    all.set(address, { isFresh, answer });
    bytes += answer.size + address.length;
    for (const oldest of all.keys()) {
      if (bytes <= MOST_BYTES) break;
      forget(oldest);
    }
    return answer;
  }

  function forget(address: string) {
    const kept = all.get(address);
    if (kept && all.delete(address)) bytes -= kept.answer.size + address.length;
  }
}

function isAnybodys({ req: { method, headers } }: Exchange) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
