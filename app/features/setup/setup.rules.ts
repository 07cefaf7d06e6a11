/** What a new owner looks at before the first visitor books, in this order. */
export const SETUP_STEPS = [
  "profile",
  "hours",
  "prices",
  "payment",
  "mail",
  "staff",
  "animals",
  "booking",
] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

export const isSetupStep = (text: string): text is SetupStep =>
  (SETUP_STEPS as readonly string[]).includes(text);

export const SETUP_PATH = "/admin/dashboard/zoo/start";
