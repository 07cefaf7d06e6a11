import { useRouteLoaderData } from "@remix-run/react";
import type { RightsHolder } from "~/features/auth/rights";
import { DEFAULT_PROFILE, type ZooProfile } from "~/features/zoo/zoo-profile";

export type ToastMessage = {
  id: string;
  text: string;
  tone: "good" | "bad";
  about?: string | undefined;
  /** An order whose change can be undone, and the page whose action does. */
  undo?: { id: string; path: string } | undefined;
};

export type VisitFacts = {
  /** Weekdays as JavaScript counts them, and times such as `09:00`. */
  opening: { days: string; hours: string; weekdays: number[]; opens: string; closes: string }[];
  slots: { slot: string; label: string; hours: string }[];
  /** Without price rules. */
  prices: { id: string; label: string; pricePaise: number }[];
};

export type PublicZoo = Omit<ZooProfile, "logo" | "hero" | "taxPercent"> & {
  logoUrl: string;
  heroUrl: string;
};

export type RootData = {
  staff: (RightsHolder & { name: string; email: string }) | null;
  toast: ToastMessage | null;
  today: string;
  origin: string;
  visit: VisitFacts;
  zoo: PublicZoo;
  /** Of the zoo to its visitors; blank for none today. */
  notice: string;
};

/** Where the root loader failed. */
export const UNKNOWN_ROOT: RootData = {
  staff: null,
  toast: null,
  today: "",
  origin: "",
  visit: { opening: [], slots: [], prices: [] },
  zoo: { ...DEFAULT_PROFILE, logoUrl: "", heroUrl: "" },
  notice: "",
};

/** Empty on the error page, because the root loader may be what failed. */
export const useRootData = () =>
  (useRouteLoaderData("root") as RootData | undefined) ?? UNKNOWN_ROOT;

/** What the zoo is called and where it is. */
export const useZoo = () => useRootData().zoo;
