import type { Matched } from "./answers.ts";
import type { Exchange } from "./exchange.ts";
import { KeptAnswer, type Stamping } from "./kept-answer.ts";

type Query = Record<string, string>;
type Rule = { reads?: readonly string[]; places?: (query: Query) => unknown };

/** What the build knows of answers that are the same for everybody who is not signed in. */
export type Keeping = Stamping & {
  routes: Readonly<Record<string, Rule>>;
  /** When places become free next without anybody doing a thing; UTC milliseconds. */
  nextLapse(): number;
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

    const shown = shownBy(exchange);
    if (!shown) return null;
    const drawing = drawings.get(address);
    if (drawing?.isFresh()) return drawing.answer;

    const isFresh = freshness(shown.places);
    const answer = drawNew(address, isFresh).finally(() => {
      if (drawings.get(address)?.answer === answer) drawings.delete(address);
    });
    drawings.set(address, { isFresh, answer });
    return answer;
  };

  /** What a kept answer to this request shows of the places; undefined for what is not kept. */
  function shownBy({ path, req }: Exchange) {
    const rule = keeping.routes[matchesOf(path)?.ids.at(-1) ?? ""];
    const query = queryOf((req.url ?? "").slice(path.length + 1));
    const isRead = Object.keys(query).every((name) => rule?.reads?.includes(name));
    if (!rule || !isRead) return undefined;
    return { places: rule.places && (() => JSON.stringify(rule.places?.(query))) };
  }

  /** Reckoned before it is drawn: what is written meanwhile makes the drawing old before it is done. */
  function freshness(places: (() => string) | undefined): IsFresh {
    const { written, nextLapse } = keeping;
    const minute = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    const shown = places?.();
    const { anything } = written();
    let known = written().places;
    let lapse = nextLapse();

    /** Most bookings are for another day than the one that is shown. */
    function isSameStill() {
      const now = written().places;
      if (!places || (now === known && Date.now() < lapse)) return true;
      if (places() !== shown) return false;
      [known, lapse] = [now, nextLapse()];
      return true;
    }
    return () => written().anything === anything && Date.now() < minute && isSameStill();
  }

  async function drawNew(address: string, isFresh: IsFresh) {
    const response = await draw(new Request(address), { blankStamp: keeping.blankStamp });
    if (response.status !== 200 || response.headers.has("set-cookie")) return null;

    const answer = new KeptAnswer({
      text: Buffer.from(await response.arrayBuffer()),
      said: response.headers,
      saidByAll,
      keeping,
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

/** Of a name that comes twice the first counts, as in the app. */
function queryOf(text: string) {
  const query: Query = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value;
  return query;
}

function isAnybodys({ req: { method, headers } }: Exchange) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
