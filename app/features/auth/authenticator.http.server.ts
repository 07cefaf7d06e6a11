import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { Admin } from "~/features/admins/admin.types";
import { SignIn, type Credentials } from "~/features/admins/admin.schema";
import { parseInput } from "~/lib/parse-input";
import type { Lane } from "./passwords.server";
import { verifyCredentials } from "./verify-credentials.server";

class PasswordStrategy extends Strategy<Admin, Credentials> {
  name = "password";

  async authenticate(request: Request) {
    return this.verify(parseInput(SignIn, await request.json()));
  }
}

const inLane = (lane: Lane) =>
  new PasswordStrategy((credentials) => verifyCredentials(credentials, lane));

const authenticator = new Authenticator<Admin>()
  .use(inLane("known"), "known")
  .use(inLane("stranger"), "stranger");

/** Whose e-mail and password these are. The body has been read, so the strategy gets its content as a request of its own. */
export const authenticate = (request: Request, typed: Partial<Credentials>, lane: Lane) =>
  authenticator.authenticate(
    lane,
    new Request(request.url, { method: "POST", body: JSON.stringify(typed) }),
  );
