import { createCookie } from "@remix-run/node";
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createSession } from "~/features/auth/sessions.server";
import { sessionSecret } from "~/lib/secrets.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { call } from "../../support/site/app";
import { anAdmin } from "../../support/data/factories";
import {
  byBearer,
  jarOf,
  LOGIN_FIRST,
  logIn,
  PASSWORD,
  quick,
  signedIn,
  whoAmI,
  MORNING,
} from "../../support/site/sessions";

everyTestBeginsAt(MORNING);

describe("a forged token", () => {
  const encode = (part: unknown) =>
    Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
  let rsa: CryptoKey;
  let rsaJwk: object;
  beforeAll(async () => {
    const pair = await generateKeyPair("RS256", { extractable: true });
    rsa = pair.privateKey;
    rsaJwk = await exportJWK(pair.publicKey);
  });

  /** Every way that is known, made from a token that is good. */
  async function forgeries(token: string, refreshToken: string) {
    const [header = "", body = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as JWTPayload;
    const good = JSON.parse(Buffer.from(header, "base64url").toString()) as JWTHeaderParameters;
    const now = Math.floor(Date.now() / 1000);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const ours = bytes(sessionSecret());
    const theirs = bytes("another secret of more than thirty-two letters");

    const sign = (
      changes: JWTPayload = {},
      head: Partial<JWTHeaderParameters> = {},
      key: Uint8Array | CryptoKey = ours,
    ) => new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...good, ...head }).sign(key);

    const control = await sign();
    const forged: Record<string, string> = {
      "alg none": `${encode({ ...good, alg: "none" })}.${body}.`,
      "alg None": `${encode({ ...good, alg: "None" })}.${body}.`,
      "alg NONE": `${encode({ ...good, alg: "NONE" })}.${body}.`,
      "alg nOnE": `${encode({ ...good, alg: "nOnE" })}.${body}.`,
      "alg none, old signature": `${encode({ ...good, alg: "none" })}.${body}.${signature}`,
      "alg empty": `${encode({ ...good, alg: "" })}.${body}.${signature}`,
      "alg absent": `${encode({ typ: good.typ })}.${body}.${signature}`,
      "alg hs256": `${encode({ ...good, alg: "hs256" })}.${body}.${signature}`,
      "no signature": `${header}.${body}.`,
      "no signature part": `${header}.${body}`,
      "another key": await sign({}, {}, theirs),
      "a key of zeros": await sign({}, {}, new Uint8Array(32)),
      "HS384 with our key": await sign({}, { alg: "HS384" }),
      "HS512 with our key": await sign({}, { alg: "HS512" }),
      "RS256 with a key of theirs": await sign({}, { alg: "RS256" }, rsa),
      "RS256 with its key inside": await sign({}, { alg: "RS256", jwk: rsaJwk }, rsa),
      "an HMAC key inside": await sign(
        {},
        { jwk: { kty: "oct", k: Buffer.from(theirs).toString("base64url") } as object },
        theirs,
      ),
      "kid to a file": await sign({}, { kid: "../../../../dev/null" }, new Uint8Array(32)),
      "kid with SQL": await sign({}, { kid: "x' UNION SELECT 'secret" }, bytes("secret".repeat(6))),
      jku: await sign({}, { jku: "https://evil.example/keys.json" }, theirs),
      x5u: await sign({}, { x5u: "https://evil.example/key.pem" }, theirs),
      "crit that nobody knows": `${encode({ ...good, crit: ["zoo"], zoo: 1 })}.${body}.${signature}`,
      "typ JWT": await sign({}, { typ: "JWT" }),
      "typ absent": await sign({}, { typ: undefined }),
      "typ of a refresh token": await sign({}, { typ: "rt+jwt" }),
      "another audience": await sign({ aud: "another-zoo" }),
      "no audience": await sign({ aud: undefined }),
      "another issuer": await sign({ iss: "another-zoo" }),
      "no issuer": await sign({ iss: undefined }),
      "run out": await sign({ exp: now - 1 }),
      "run out long ago": await sign({ iat: 1, exp: 2 }),
      "not good yet": await sign({ nbf: now + 3600 }),
      "another session": await sign({ sid: "01J00000000000000000000000" }),
      "no session": await sign({ sid: undefined }),
      "a session that is no text": await sign({ sid: { $gt: "" } }),
      "another body": `${header}.${encode({ ...claims, sub: "owner" })}.${signature}`,
      "a longer life": `${header}.${encode({ ...claims, exp: now + 1e6 })}.${signature}`,
      "cut signature": token.slice(0, -4),
      "another signature": `${header}.${body}.${signature.split("").reverse().join("")}`,
      "more behind it": `${token}AAAA`,
      "a fourth part": `${token}.AAAA`,
      "five parts": "a.b.c.d.e",
      "dots alone": "..",
      "the refresh token": refreshToken,
      "not base64": "ä.ö.ü".normalize("NFC").replace(/[^.]/g, "$"),
      garbage: "x".repeat(7_000),
      null: "null",
      JSON: '{"alg":"none"}',
    };
    return { control, forged };
  }

  test("is rejected as bearer and as cookie", async () => {
    const tokens = await createSession(anAdmin({ role: "owner" }).id, "test");
    const { control, forged } = await forgeries(tokens.accessToken, tokens.refreshToken);
    const accessName = jarOf(await logIn(await credentials()))
      .split("; ")
      .find((part) => /access/.test(part))!
      .split("=")[0]!;

    const answers: Record<string, (string | number)[]> = {};
    for (const [name, token] of Object.entries(forged)) {
      const cookie = (await createCookie(accessName).serialize(token)).split(";")[0]!;
      const asBearer = await byBearer(token);
      const asCookie = await whoAmI({ cookie });
      answers[name] = [asBearer.status, asBearer.body.message, asCookie.status];
    }

    expect((await byBearer(control)).status).toBe(200);
    expect(Object.keys(answers).length).toBeGreaterThanOrEqual(40);
    expect(answers).toEqual(
      Object.fromEntries(Object.keys(forged).map((name) => [name, [401, LOGIN_FIRST, 401]])),
    );
  });

  const credentials = async () => {
    const { email } = anAdmin({ passwordHash: quick });
    return { email, password: PASSWORD };
  };

  test.each([
    "Bearer",
    "Bearer ",
    "Basic b3duZXI6cGFzc3dvcmQ=",
    "bearer",
    "Bearer a b",
    "Token x",
    "x",
  ])("'%s' does not authenticate", async (authorization) => {
    const { status, body } = await whoAmI({ authorization });

    expect([status, body.message]).toEqual([401, LOGIN_FIRST]);
  });

  test("a role in a token is ignored", async () => {
    const { token, bearer } = await signedIn("editor");
    const [header = "", body = "", signature] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());

    const raised = `${header}.${encode({ ...claims, role: "owner" })}.${signature}`;

    expect(claims).toMatchObject({ iss: "zoo-verse", aud: "zoo-verse" });
    expect(JSON.parse(Buffer.from(header, "base64url").toString()).typ).toBe("at+jwt");
    expect(claims).not.toHaveProperty("role");
    expect((await byBearer(raised)).status).toBe(401);
    expect((await call("GET /order", { headers: bearer })).status).toBe(403);
  });
});
