import { createCookie } from "@remix-run/node";
import { isSecureSite } from "./urls.server";

/** A cookie of this site alone: no script reads it, and no other site has it sent along with a form. */
export const siteCookie = (name: string, seconds: number) =>
  createCookie(`${isSecureSite ? "__Host-" : ""}${name}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecureSite,
    maxAge: seconds,
  });
