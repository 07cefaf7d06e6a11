import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { end, openSite, startProcess, withFolder, type Site } from "../../faults/site.ts";

/** A connection on which we say what we like, and what came back on it. */
async function connectTo(url: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  let answered = "";
  socket.on("data", (bytes) => (answered += bytes));
  await once(socket, "connect");
  const answers = (said: RegExp) => expect.poll(() => answered).toMatch(said);
  const say = (text: string) => void socket.write(text);
  /** Repeats a request until it is answered like this. */
  const repeat = (text: string, said: RegExp) =>
    expect.poll(() => (say(text), answered)).toMatch(said);
  return { say, repeat, answers, end: () => socket.destroy() };
}

/** A site that is gone afterwards, also when the test fails. */
const withSite = (work: (site: Site) => Promise<void>) =>
  withFolder(async (folder) => {
    const site = await openSite(folder);
    await work(site).finally(() => end(site, "SIGKILL"));
  });

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: zoo.test\r\n\r\n`;
const BODY = '{"name":"Asha","body":"Are you open today?"}';
const HEAD = `POST /api/v1/message HTTP/1.1\r\nHost: zoo.test\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

test("Ctrl-C lets a request end that has begun, and waits for nobody who says nothing", async () => {
  await withSite(async (site) => {
    const [silent, kept, begun] = await Promise.all([1, 2, 3].map(() => connectTo(site.url)));
    kept!.say(ask("/healthz"));
    await kept!.answers(/^HTTP\/1.1 200 [^]*\nok\n/);
    begun!.say(HEAD);
    await sleep(200);

    const ended = once(site.process, "exit");
    const started = performance.now();
    site.process.kill("SIGINT");
    await sleep(10);
    site.process.kill("SIGINT"); // as npm passes it on
    await kept!.repeat(ask("/readyz"), /HTTP\/1.1 503 [^]*Connection: close\r\n/i);
    await sleep(700);
    begun!.say(BODY);
    await begun!.answers(/^HTTP\/1.1 201 /);

    expect(await ended).toEqual([0, null]);
    expect(performance.now() - started).toBeLessThan(6_000); // it hangs up on the stubborn after 8.5 s
    silent!.end();
  });
});

test("a second Ctrl-C ends it at once", async () => {
  await withSite(async (site) => {
    const begun = await connectTo(site.url);
    begun.say(HEAD);
    await sleep(200);

    const ended = once(site.process, "exit");
    const started = performance.now();
    site.process.kill("SIGINT");
    await sleep(400);
    site.process.kill("SIGINT");

    expect(await ended).toEqual([1, null]);
    expect(performance.now() - started).toBeLessThan(6_000);
    begun.end();
  });
});

test("a port that another program uses is told in a line of its own", async () => {
  await withFolder(async (folder) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const site = startProcess(folder, { PORT: String(port), HOST: "127.0.0.1" });

    expect(await once(site.process, "close")).toEqual([1, null]);
    expect(site.output().split("\n")).toContain(
      `Port ${port} is already in use: stop the program that uses it, or set PORT to another.`,
    );
    other.close();
  });
});
