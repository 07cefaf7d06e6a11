/** `offer`: visitors choose between a free move and a refund. `cancel`: their bookings end at once. */
export const CLOSURE_RESOLUTIONS = ["offer", "cancel"] as const;
export type ClosureResolution = (typeof CLOSURE_RESOLUTIONS)[number];
