import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { decrypt, encrypt } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { siteOrigin } from "~/lib/http/urls.server";
import { sessionSecret } from "~/lib/secrets.server";
import type { Staff } from "../permissions";
import { PASSKEY_MINUTES, PASSKEY_NOT_ADDED, PASSKEY_REFUSED } from "./passkey.rules";
import { ownPasskeys, passkeyById, spendPasskey } from "./passkeys.server";

/** Loaded when the first passkey is asked for: the library is large, and many zoos use none. */
const library = () => import("@simplewebauthn/server");

/** Passkeys belong to the name in the address, and to nothing else. */
function siteOf(request: Request) {
  const origin = siteOrigin(request);
  return { origin, id: new URL(origin).hostname };
}

type Question = { challenge: string; askedAt: number };

/** Ed25519, ECDSA and RSA: every device has one of them. */
const ALGORITHMS = [-8, -7, -257];

const SIGN_IN = "passkey sign-in";
/** Bound to the session whose owner has entered the password. */
const addingIn = ({ sessionId }: Staff) => `passkey of session ${sessionId}`;

/** The question goes to the browser and comes back sealed, so that nothing is stored for those who never answer. */
const sealQuestion = (purpose: string, challenge: string) =>
  encrypt(
    sessionSecret(),
    purpose,
    JSON.stringify({ challenge, askedAt: Date.now() } satisfies Question),
  );

/** `options` as JSON, for the library in the browser. */
const toPage = (options: { challenge: string }, purpose: string) => ({
  options: JSON.stringify(options),
  token: sealQuestion(purpose, options.challenge),
});

/** Undefined for another purpose, or when it was asked too long ago. */
function openQuestion(purpose: string, token: string) {
  const text = decrypt(sessionSecret(), purpose, token);
  if (text === undefined) return undefined;
  const question = JSON.parse(text) as Question;
  return question.askedAt > Date.now() - PASSKEY_MINUTES * 60_000 ? question : undefined;
}

/** What the browser needs to make a passkey. The caller has checked the password, which the token then proves. */
export async function offerPasskey(request: Request, staff: Staff) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: zooProfile().name,
    rpID: siteOf(request).id,
    userID: new TextEncoder().encode(staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: ownPasskeys(staff).map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return toPage(options, addingIn(staff));
}

/** The passkey that the browser has made for this session. Throws `invalid`. */
export async function readNewPasskey(
  request: Request,
  staff: Staff,
  { token, response }: { token: string; response: RegistrationResponseJSON },
) {
  const { verifyRegistrationResponse } = await library();
  const question = openQuestion(addingIn(staff), token);
  const { origin, id } = siteOf(request);
  const verified =
    question &&
    (await orUndefined(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: question.challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    ));
  if (!verified?.verified) throw new DomainError("invalid", PASSKEY_NOT_ADDED);
  const { credential } = verified.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** What the browser needs to ask for a passkey of this site, whoever's it is. */
export async function askForPasskey(request: Request) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(request).id,
    userVerification: "required",
  });
  return toPage(options, SIGN_IN);
}

/** Whose passkey has answered. Throws `unauthenticated`, and as `spendPasskey`. */
export async function readUsedPasskey(
  request: Request,
  { token, response }: { token: string; response: AuthenticationResponseJSON },
) {
  const { verifyAuthenticationResponse } = await library();
  const question = openQuestion(SIGN_IN, token);
  const passkey = passkeyById(response.id);
  const { origin, id } = siteOf(request);
  const verified =
    question &&
    passkey &&
    (await orUndefined(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: question.challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
      }),
    ));
  if (!question || !verified?.verified) throw new DomainError("unauthenticated", PASSKEY_REFUSED);
  return spendPasskey(response.id, verified.authenticationInfo.newCounter, question.askedAt);
}

/** The library throws for whatever does not fit, with a text for developers. */
async function orUndefined<T>(verify: () => Promise<T>) {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
