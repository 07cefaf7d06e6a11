import { createCookie } from "@remix-run/node";
import { vi } from "vitest";
import type { Role } from "~/features/auth/roles";
import { call } from "./app";
import { anAdmin, quickHash } from "../data/factories";

/** Signing in as a browser or a program does, and what it holds afterwards. */

export const MORNING = Date.parse("2026-08-05T04:30:00Z"); // 10:00 at the zoo
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;
export const PASSWORD = "correct horse 9";
export const LOGIN_FIRST = "Forbidden: login required";
export const NOT_FOR_YOUR_ROLE = "Forbidden: insufficient role";
export const quick = quickHash(PASSWORD);

export const later = (by: number) => vi.setSystemTime(Date.now() + by);

export type Headed = { headers: Headers };

/** What a browser would send back of the cookies it was given. */
export const jarOf = (...answers: Headed[]) => {
  const jar = new Map<string, string>();
  for (const { headers } of answers) {
    for (const line of headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split(/=(.*)/s);
      if (/Max-Age=0\b/i.test(line) || value === "") jar.delete(name);
      else jar.set(name, value);
    }
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
};

export const logIn = (body: unknown) => call("POST /admin/login", { body });
export const whoAmI = (headers: Record<string, string>) =>
  call("GET /admin/current-user", { headers });
export const byBearer = (token: string) => whoAmI({ authorization: `Bearer ${token}` });
export const refresh = (cookie: string) => call("POST /admin/refresh", { headers: { cookie } });

/** Somebody of the staff who has just signed in, with all there is to hold. */
export async function signedIn(role: Role = "admin") {
  const admin = anAdmin({ role, passwordHash: quick });
  const answer = await logIn({ email: admin.email, password: PASSWORD });
  const token: string = answer.body.data.accessToken;
  return { admin, token, cookie: jarOf(answer), bearer: { authorization: `Bearer ${token}` } };
}

/** The sign-in screen as client-side navigation asks for it. */
export const LOGIN_DATA = "/login?_data=routes/session/login";

/** The cookie that lives as long as a session: the refresh token. */
export const refreshCookieOf = ({ headers }: Headed) =>
  headers
    .getSetCookie()
    .find((line) => /Max-Age=864000\b/.test(line))
    ?.split(";")[0] ?? "";

export function formOf(fields: Record<string, string>) {
  return { method: "POST", body: new URLSearchParams(fields) };
}

/** A form that takes longer to arrive than the same tokens are given again. */
export function slowly(fields: Record<string, string>, cookie: string, meanwhile = async () => {}) {
  const pull = async (controller: ReadableStreamDefaultController) => {
    await meanwhile();
    later(40 * SECOND);
    controller.enqueue(Buffer.from(`${new URLSearchParams(fields)}`));
    controller.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 }); // only when it is read
  const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", body, headers, duplex: "half" } as RequestInit;
}

/** All that a browser still has of a session after twenty minutes. */
export async function leftOf(role: Role) {
  const { cookie } = await signedIn(role);
  later(20 * MINUTE);
  return cookie.split("; ").find((pair) => pair.startsWith("zoo_refresh="))!;
}

/** What the next screen will say. */
export const toastIn = async ({ headers }: Headed) => {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith("zoo_toast="));
  const toast: unknown = await createCookie("zoo_toast").parse(line?.split(";")[0] ?? null);
  return (toast as { text?: string } | null)?.text;
};
