import type { CacheRule } from "./cacheable-routes";

export type Sources = {
  /** Rises with each write of data that public pages show. */
  dataVersion(): { all: number; availability: number };
  /** When the clock alone next changes what a page shows; UTC milliseconds. */
  nextTimedInvalidation(): number;
  /** When the next unpaid order expires and frees its places; UTC milliseconds. */
  nextExpiry(): number;
  /** What a page with this query shows of a day. */
  availabilityOn(day: string, query: URLSearchParams): unknown;
};

/** `isUnchanged`: no relevant write happened. `isFresh`: the response at least still shows the same. */
export type Validity = { isUnchanged(): boolean; isFresh(): boolean };

/** Created before rendering: a write during rendering makes the response stale at once. */
export function trackValidity(sources: Sources, rule: CacheRule, query: URLSearchParams): Validity {
  const { dataVersion, nextTimedInvalidation, nextExpiry } = sources;
  const [from, until] = [Date.now(), nextTimedInvalidation()];
  const displayed = () => displayedAvailability(sources, rule, query);
  const rendered = displayed();
  const { all } = dataVersion();
  let { availability } = dataVersion();
  let expiry = nextExpiry();

  /** False also when the clock was set back. */
  const isInTime = () => from <= Date.now() && Date.now() < until;
  function isUnchanged() {
    const now = dataVersion();
    const isAvailabilityUnchanged = now.availability === availability && Date.now() < expiry;
    return now.all === all && isInTime() && (!rule.availability || isAvailabilityUnchanged);
  }

  /** Most bookings are for another day than the displayed one. */
  function isAvailabilitySame() {
    const now = dataVersion();
    if (now.all !== all || !isInTime()) return false;
    if (rendered === undefined || displayed() !== rendered) return false;
    [availability, expiry] = [now.availability, nextExpiry()];
    return true;
  }
  return { isUnchanged, isFresh: () => isUnchanged() || isAvailabilitySame() };
}

/** Undefined where a response shows no availability, or that of many days. */
function displayedAvailability(
  { availabilityOn }: Sources,
  { availability, varyQuery }: CacheRule,
  query: URLSearchParams,
) {
  if (!availability || !varyQuery?.includes(availability)) return undefined;
  return JSON.stringify(availabilityOn(query.get(availability) ?? "", query));
}
