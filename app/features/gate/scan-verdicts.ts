/**
 * `in`: admitted. `unknown`: no such ticket. `party`: valid for a party, of which somebody has yet to say how many come
 * in. `ended`: whoever scanned it no longer had access then. The others are reasons for rejection.
 */
export const SCAN_VERDICTS = [
  "in",
  "party",
  "other-day",
  "other-slot",
  "closed",
  "used",
  "void",
  "unknown",
  "ended",
] as const;
export type ScanVerdict = (typeof SCAN_VERDICTS)[number];
