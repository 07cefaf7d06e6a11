/** `in`: admitted. `unknown`: no such ticket. The others are reasons for rejection. */
export const SCAN_VERDICTS = [
  "in",
  "other-day",
  "other-slot",
  "closed",
  "used",
  "void",
  "unknown",
] as const;
export type ScanVerdict = (typeof SCAN_VERDICTS)[number];
