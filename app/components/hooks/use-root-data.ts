import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/features/auth/roles";

export type ToastMessage = { id: string; text: string; tone: "good" | "bad"; about?: string };

export type RootData = {
  staff: { name: string; email: string; role: Role } | null;
  toast: ToastMessage | null;
  today: string;
  origin: string;
};

const UNKNOWN: RootData = { staff: null, toast: null, today: "", origin: "" };

/** Empty on the error page, because the root loader may be what failed. */
export const useRootData = () => (useRouteLoaderData("root") as RootData | undefined) ?? UNKNOWN;
