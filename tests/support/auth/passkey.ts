import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Claims = { challenge: string; origin?: string; counter?: number; flags?: number };

const ORIGIN = "http://zoo.test";
/** Present, verified, and with a key. */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const hash = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const uint = (value: number, size: 2 | 4) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
};
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A device that makes one passkey for zoo.test, and signs with it. */
export function aDevice() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const rawId = randomBytes(16);
  const id = base64url(rawId);

  const clientData = (type: string, { challenge, origin = ORIGIN }: Claims) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number, key = Buffer.alloc(0)) =>
    Buffer.concat([hash("zoo.test"), Buffer.from([flags]), uint(counter, 4), key]);
  const answer = (response: Record<string, string>) =>
    JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

  return {
    id,
    /** What the browser sends for a new passkey. */
    make(claims: Claims) {
      const key = Buffer.concat([Buffer.alloc(16), uint(rawId.length, 2), rawId, cose]);
      const flags = claims.flags ?? PRESENT + VERIFIED;
      const data = authenticatorData(flags + WITH_KEY, claims.counter ?? 0, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), Buffer.from([0x59]), uint(data.length, 2), data],
      ]);
      const made = clientData("webauthn.create", claims);
      return answer({ clientDataJSON: base64url(made), attestationObject: base64url(attestation) });
    },
    /** What the browser sends for a sign-in. */
    use(claims: Claims) {
      const used = clientData("webauthn.get", claims);
      const data = authenticatorData(claims.flags ?? PRESENT + VERIFIED, claims.counter ?? 0);
      const signature = sign("sha256", Buffer.concat([data, hash(used)]), privateKey);
      return answer({
        clientDataJSON: base64url(used),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  };
}
