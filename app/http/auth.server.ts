import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { SignIn, type Credentials } from "~/domain/admin/admin.schema";
import { openSession } from "~/domain/admin/sessions.server";
import type { Admin } from "~/domain/admin/admin.view";
import { provenAdmin } from "~/domain/admin/sign-in.server";
import { parse } from "~/domain/parse";
import { readForm, readJson } from "./body.server";

/** E-mail and password, from the login form or from JSON. */
class PasswordStrategy extends Strategy<Admin, Credentials> {
  name = "password";

  async authenticate(request: Request) {
    const isForm = request.headers.get("content-type")?.includes("form") ?? false;
    const sent = isForm ? readForm(request) : readJson(request);
    return this.verify(parse(SignIn, await sent));
  }
}

const authenticator = new Authenticator<Admin>().use(new PasswordStrategy(provenAdmin));

/** One sign-in for screen and API: proves the admin and opens a session. The body stays readable. */
export async function signIn(request: Request) {
  const admin = await authenticator.authenticate("password", request.clone());
  const tokens = await openSession(admin.id, request.headers.get("user-agent") ?? "");
  return { admin, tokens };
}
