import { redirect } from "@remix-run/node";
import { siteCookie } from "~/lib/http/cookie.server";
import { currentPath } from "~/lib/http/current-url.server";

/** The address that staff look up; in a URL it would be in logs, also after an erasure. */
const personCookie = siteCookie("zoo_person", 10 * 60);

export const rememberPerson = (email: string) => personCookie.serialize(email);

/** Undefined when nobody was looked up. */
export async function rememberedPerson(request: Request): Promise<string | undefined> {
  const email: unknown = await personCookie.parse(request.headers.get("cookie"));
  return typeof email === "string" ? email : undefined;
}

/** For loaders to throw: the same URL without the address. */
export const redirectWithoutEmail = async (request: Request, email: string) =>
  redirect(currentPath(request, ["email"]), {
    headers: { "Set-Cookie": await rememberPerson(email) },
  });
