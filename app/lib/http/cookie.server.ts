import { createCookie } from "@remix-run/node";
import { isHttps } from "./urls.server";

export const siteCookie = (name: string, seconds: number) =>
  createCookie(`${isHttps ? "__Host-" : ""}${name}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps,
    maxAge: seconds,
  });
