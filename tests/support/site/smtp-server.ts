import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { pinnedNode } from "../../../scripts/bootstrap.mjs";
import { MORNING_ZONE } from "../data/time-zones";
import { freePort } from "../free-port";
import { test as base } from "./zoo";

type Arrived = { to: string[]; mail: Email };
export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

const SCRIPT = fileURLToPath(new URL("smtp-process.ts", import.meta.url));

/** A real mail server that keeps what arrives. It can be closed and opened again at the same address. */
export async function openPostOffice() {
  const port = await freePort();
  const arrived: Promise<Arrived>[] = [];
  let server: ChildProcess | undefined;

  async function open() {
    server = fork(SCRIPT, [String(port)], { execPath: pinnedNode() });
    server.on("message", (message: "open" | { to: string[]; raw: string }) => {
      if (message !== "open") arrived.push(read(message));
    });
    await once(server, "message");
  }
  async function close() {
    const ended = server && once(server, "exit");
    server?.kill("SIGKILL");
    await ended;
    server = undefined;
  }
  const all = async (to: string) =>
    (await Promise.all(arrived)).filter((each) => each.to.includes(to)).map(({ mail }) => mail);

  await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    open,
    close,
    refuse: (...addresses: string[]) => void server?.send({ refuse: addresses }),
    /** Sets how long the server takes to acknowledge a mail. */
    beSlow: (slowMs: number) => void server?.send({ slowMs }),
    /** Everything that has arrived for an address so far. */
    all,
    /** The mail for an address whose subject says this; waits for it. */
    async mailTo(to: string, subject: RegExp, patienceMs = 20_000) {
      for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
        const found = (await all(to)).find((mail) => subject.test(mail.subject ?? ""));
        if (found) return found;
      }
      const subjects = (await all(to)).map((mail) => mail.subject);
      throw new Error(`No mail to ${to} about ${subject}; there is ${JSON.stringify(subjects)}`);
    },
  };
}

const read = async ({ to, raw }: { to: string[]; raw: string }) => ({
  to,
  mail: await PostalMime.parse(Buffer.from(raw, "latin1"), { attachmentEncoding: "arraybuffer" }),
});

/** A zoo that sends its mail to a post office. */
export const test = base.extend<object, { post: PostOffice }>({
  post: [
    async ({}, use) => {
      const post = await openPostOffice();
      await use(post);
      await post.close();
    },
    { scope: "worker" },
  ],
  zooEnv: ({ post }, use) => use({ ZOO_TIMEZONE: MORNING_ZONE, SMTP_URL: post.url }),
});
