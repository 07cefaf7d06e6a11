import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { Admin } from "~/features/admins/admin.types";
import { SignIn, type Credentials } from "~/features/admins/admin.schema";
import { createSession } from "./sessions.server";
import { verifyCredentials } from "./verify-credentials.server";
import { parseInput } from "~/lib/parse-input";

class PasswordStrategy extends Strategy<Admin, Credentials> {
  name = "password";

  async authenticate(request: Request) {
    return this.verify(parseInput(SignIn, await request.json()));
  }
}

const authenticator = new Authenticator<Admin>().use(new PasswordStrategy(verifyCredentials));

/** For screen and API. The body has been read, so the strategy gets its content as a request of its own. */
export async function signIn(request: Request, typed: Partial<Credentials>) {
  const credentialsRequest = new Request(request.url, {
    method: "POST",
    body: JSON.stringify(typed),
  });
  const admin = await authenticator.authenticate("password", credentialsRequest);
  const tokens = await createSession(admin.id, request.headers.get("user-agent") ?? "");
  return { admin, tokens };
}
