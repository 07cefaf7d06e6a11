import { sqlite } from "db/connection.server";

/** What no answer may tell, whoever asks: how the zoo is made, and what it keeps to itself. */
const SECRETS: [what: string, pattern: RegExp][] = [
  ["a stack frame", /^\s+at .+:\d+:\d+\)?$|\bat \w[\w.<>]* \((file:|node:|\/)/m],
  ["a path of the server", /node_modules\/|\/(home|root|tmp|work|usr|var)\/[\w-]+\/|file:\/\/\//],
  ["SQL", /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [\w"*.,() ]+ (FROM|VALUES|SET|WHERE)\b/],
  ["a database's complaint", /SQLITE_|SqliteError|no such (table|column)|UNIQUE constraint/],
  ["a password's hash", /\$scrypt\$|passwordHash|password_hash/],
];

/** Cookies: for the whole of this site alone, or for the page of a gate device, out of reach of scripts and of most other sites. */
const COOKIE =
  /^(zoo_(access|refresh|toast|device|signing_in|trust)=[^;]*; (Max-Age=\d+; )?Path=\/|zoo_gate=[^;]+; Max-Age=\d+; Path=\/gate);( Expires=[^;]+;)? HttpOnly; SameSite=Lax$/;

/** Answers that a test made of such words itself. */
const DOCUMENTATION = /^\/api\/(docs|v1\/openapi\.json)/;

/**
 * Throws when an answer leaks something or sets a cookie with wrong attributes. Checks every answer of a test run.
 */
export async function expectDiscreet(request: Request, response: Response) {
  const { pathname } = new URL(request.url);
  const asked = `${request.method} ${pathname} answered ${response.status}`;
  for (const cookie of response.headers.getSetCookie()) {
    if (!COOKIE.test(cookie)) throw new Error(`${asked} with a cookie off the rule: ${cookie}`);
  }
  if (DOCUMENTATION.test(pathname) || isBinary(response)) return;
  const said = `${[...response.headers].join("\n")}\n${await response.text()}`;
  for (const [what, pattern] of SECRETS) {
    const found = pattern.exec(said)?.[0];
    if (found) throw new Error(`${asked} with ${what}: ${found}`);
  }
  for (const secret of secrets()) {
    if (said.includes(secret)) throw new Error(`${asked} with a secret of the zoo`);
  }
}

const isBinary = ({ headers }: Response) =>
  /^(image|application\/pdf)/.test(headers.get("content-type") ?? "");

/** What the zoo signs with. */
const secrets = () => sqlite.prepare("SELECT value FROM secrets").pluck().all() as string[];
