import type { Matched } from "./request-handler.ts";
import type { Exchange } from "./http-context.ts";
import { KeptAnswer, type Stamping } from "./cached-response.ts";

type Rule = { reads?: readonly string[]; placesOn?: string };

/** What the build knows of answers that are the same for everybody who is not signed in. */
export type Keeping = Stamping & {
  routes: Readonly<Record<string, Rule>>;
  /** When the clock alone next changes what anybody sees; UTC milliseconds. */
  nextClockChange(): number;
  /** When places next become free by themselves; UTC milliseconds. */
  nextLapse(): number;
  /** What a page shows of the places of a day. */
  placesOn(day: string): unknown;
};

type Ways = {
  commonHeaders: Map<string, string>;
  matchesOf(path: string): Matched;
  draw(request: Request, context: { blankStamp: string }): Promise<Response>;
};

/** A view of the places now, to be compared. */
type Look = () => unknown;

/** `isUntouched`: nothing that it may show was written. `isFresh`: it at least still shows the same. */
type Freshness = { isUntouched(): boolean; isFresh(): boolean };
type Kept = Pick<Freshness, "isFresh"> & { answer: KeptAnswer };
type Drawing = Pick<Freshness, "isUntouched"> & { answer: Promise<KeptAnswer | null> };

const MOST_BYTES = 48 * 1024 * 1024;

/**
 * Draws such an answer once and keeps it until something that it shows is written, or the clock next changes
 * something. A request that says anything about its sender neither fills nor reads what is kept.
 */
export function keeper(keeping: Keeping, { commonHeaders, matchesOf, draw }: Ways) {
  const { get, put } = shelf();
  const drawings = new Map<string, Drawing>();

  /** The answer for this request, drawn now if need be; null when it is not kept. */
  return (exchange: Exchange): KeptAnswer | Promise<KeptAnswer | null> | null => {
    if (!isAnybodys(exchange)) return null;
    const address = exchange.origin + (exchange.req.url ?? "");
    const kept = get(address);
    if (kept?.isFresh()) return kept.answer;

    const looks = looksOf(exchange, keeping, matchesOf(exchange.path)?.ids.at(-1));
    if (!looks) return null;
    const drawing = drawings.get(address);
    if (drawing?.isUntouched()) return drawing.answer;

    const fresh = freshness(keeping, looks.look);
    const answer = drawNew(address, fresh).finally(() => {
      if (drawings.get(address)?.answer === answer) drawings.delete(address);
    });
    drawings.set(address, { isUntouched: fresh.isUntouched, answer });
    return answer;
  };

  async function drawNew(address: string, { isUntouched, isFresh }: Freshness) {
    const response = await draw(new Request(address), { blankStamp: keeping.blankStamp });
    if (response.status !== 200 || response.headers.has("set-cookie")) return null;

    const answer = new KeptAnswer({
      text: Buffer.from(await response.arrayBuffer()),
      headers: response.headers,
      commonHeaders,
      keeping,
    });
    if (isUntouched()) put(address, { isFresh, answer });
    return answer;
  }
}

/** Kept answers by address, up to a total size; the oldest make room. */
function shelf() {
  const all = new Map<string, Kept>();
  let bytes = 0;

  function put(address: string, kept: Kept) {
    forget(address);
    all.set(address, kept);
    bytes += kept.answer.size + address.length;
    for (const oldest of all.keys()) {
      if (bytes <= MOST_BYTES) break;
      forget(oldest);
    }
  }

  function forget(address: string) {
    const kept = all.get(address);
    if (kept && all.delete(address)) bytes -= kept.answer.size + address.length;
  }
  return { get: (address: string) => all.get(address), put };
}

/** `look`: how an answer to this request sees places, if it shows any. Undefined when it is not kept. */
function looksOf({ path, req }: Exchange, keeping: Keeping, route: string | undefined) {
  const rule = keeping.routes[route ?? ""];
  const query = new URLSearchParams((req.url ?? "").slice(path.length + 1));
  const isRead = [...query.keys()].every((name) => rule?.reads?.includes(name));
  if (!rule || !isRead) return undefined;
  const { placesOn = "" } = rule;
  const day = rule.reads?.includes(placesOn) ? (query.get(placesOn) ?? "") : undefined;
  const look: Look = () =>
    day === undefined ? Symbol("never the same") : JSON.stringify(keeping.placesOn(day));
  return { look: placesOn ? look : undefined };
}

/** Taken before it is drawn: a write in between makes the drawing stale before it is done. */
function freshness(keeping: Keeping, look: Look | undefined): Freshness {
  const { written, nextClockChange, nextLapse } = keeping;
  const [from, until] = [Date.now(), nextClockChange()];
  const shown = look?.();
  const { anything } = written();
  let { places } = written();
  let lapse = nextLapse();

  /** When a clock is set back, the answer no longer counts. */
  const isInSpan = () => from <= Date.now() && Date.now() < until;
  const isWhole = () => written().anything === anything && isInSpan();
  const isUntouched = () =>
    isWhole() && (!look || (written().places === places && Date.now() < lapse));

  /** Most bookings are for another day than the one shown. */
  function isSameStill() {
    const now = written().places;
    if (!isWhole() || look?.() !== shown) return false;
    [places, lapse] = [now, nextLapse()];
    return true;
  }
  return { isUntouched, isFresh: () => isUntouched() || isSameStill() };
}

function isAnybodys({ req: { method, headers } }: Exchange) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
