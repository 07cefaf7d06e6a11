import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/features/auth/permissions";

export type ToastMessage = { id: string; text: string; tone: "good" | "bad"; about?: string };

/** What the root loader answers with. */
export type RootData = {
  staff: { name: string; email: string; role: Role } | null;
  toast: ToastMessage | null;
  today: string;
  origin: string;
};

const UNKNOWN: RootData = { staff: null, toast: null, today: "", origin: "" };

/** What every page knows; nothing on the error page, whose loader may be what failed. */
export const useRootData = () => (useRouteLoaderData("root") as RootData | undefined) ?? UNKNOWN;
