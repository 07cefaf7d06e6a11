import { redirect } from "@remix-run/node";
import { newId } from "../ids.server";
import { siteCookie } from "./cookie.server";

/** `about`: the intent of the form that succeeded, for a screen that says so beside the form, too. */
type Toast = { id: string; text: string; tone: "good" | "bad"; about?: string };

const toastCookie = siteCookie("zoo_toast", 60);

/** Redirects, and leaves a line for the next page to show once. */
export const redirectWithToast = (to: string, text: string, { cookies = [], about }: More = {}) =>
  redirectWith({ id: newId(), text, tone: "good", about }, to, cookies);

type More = { cookies?: string[]; about?: string };

/** The same for an error that has no form to appear in. */
export const redirectWithErrorToast = (to: string, text: string) =>
  redirectWith({ id: newId(), text, tone: "bad" }, to, []);

async function redirectWith(toast: Toast, to: string, cookies: string[]) {
  const headers = new Headers();
  for (const cookie of [await toastCookie.serialize(toast), ...cookies]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(to, { headers });
}

/** The line that the answer before has left; null when there is none. */
export async function readToast(request: Request): Promise<Toast | null> {
  const value: unknown = await toastCookie.parse(request.headers.get("cookie"));
  return isToast(value) ? value : null;
}

/** The cookie that takes the line away again. */
export const forgetToast = () => toastCookie.serialize("", { maxAge: 0 });

const isToast = (value: unknown): value is Toast =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "text" in value &&
  "tone" in value &&
  [value.id, value.text, value.tone].every((part) => typeof part === "string");
