import { connect } from "node:net";
import type { Zoo } from "./zoo";

export type Shape = {
  name: string;
  /** Everything from the request line on; `Host` and the rest are the shape's own business. */
  bytes: (string | Buffer)[];
  /** Odd, and yet something that a good server may answer with 200. */
  mayPass?: true;
};

/** A server that waits for more is told after this long that there is none. */
const PATIENCE_MS = 1_500;

/** What came back: the status of each answer, none when the connection was only closed. */
export function talk(
  { url }: Pick<Zoo, "url">,
  bytes: (string | Buffer)[],
  patienceMs = PATIENCE_MS,
): Promise<number[]> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "localhost");
    const done = () => {
      socket.destroy();
      resolve([...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    };
    socket.setTimeout(4_000, done);
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => {}); // the server may close while we still write
    socket.on("close", done);
    for (const part of bytes)
      socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    setTimeout(() => socket.end(), patienceMs);
  });
}

type Message = { type?: string; token?: string; more?: string[] };

const head = (line: string, headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");

/** A whole request with a body of the right length. */
export function request(
  line: string,
  body: string | Buffer = "",
  { type, token, more = [] }: Message = {},
) {
  const bytes = Buffer.from(body);
  const headers = [
    ...(type ? [`Content-Type: ${type}`] : []),
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []),
    ...more,
  ];
  return [head(line, headers), bytes];
}
