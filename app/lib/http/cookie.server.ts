import { createCookie } from "@remix-run/node";
import { isHttps } from "./urls.server";

/** Other sites' pages send only `sameSite: "none"` cookies, which need https. */
export const siteCookie = (name: string, seconds: number, sameSite: "lax" | "none" = "lax") =>
  createCookie(`${isHttps ? "__Host-" : ""}${name}`, {
    path: "/",
    httpOnly: true,
    sameSite,
    secure: isHttps,
    maxAge: seconds,
  });
