import { redirect } from "@remix-run/node";
import { createId } from "../ids.server";
import { siteCookie } from "./cookie.server";

/**
 * `about`: the intent of the form that succeeded, for a message beside that form. `undo`: an order whose change can be
 * undone, and the page whose action does.
 */
type Toast = {
  id: string;
  text: string;
  tone: "good" | "bad";
  about?: string | undefined;
  undo?: { id: string; path: string } | undefined;
};

const toastCookie = siteCookie("zoo_toast", 60);

export const redirectWithToast = (to: string, text: string, { cookies = [], ...more }: More = {}) =>
  redirectWith({ id: createId(), text, tone: "good", ...more }, to, cookies);

type More = { cookies?: string[] } & Pick<Toast, "about" | "undo">;

export const redirectWithErrorToast = (to: string, text: string) =>
  redirectWith({ id: createId(), text, tone: "bad" }, to, []);

async function redirectWith(toast: Toast, to: string, cookies: string[]) {
  const headers = new Headers();
  for (const cookie of [await toastCookie.serialize(toast), ...cookies]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(to, { headers });
}

export async function readToast(request: Request): Promise<Toast | null> {
  const value: unknown = await toastCookie.parse(request.headers.get("cookie"));
  return isToast(value) ? value : null;
}

export const clearToast = () => toastCookie.serialize("", { maxAge: 0 });

const isToast = (value: unknown): value is Toast =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "text" in value &&
  "tone" in value &&
  [value.id, value.text, value.tone].every((part) => typeof part === "string");
