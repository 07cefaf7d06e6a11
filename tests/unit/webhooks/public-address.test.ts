import { afterAll, afterEach, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { addEndpoint, sendTest } from "~/features/webhooks/endpoints.server";
import { listDeliveries } from "~/features/webhooks/delivery-list.server";
import { postWebhook } from "~/features/webhooks/post-webhook.server";
import { addressProblem, isPublicAddress } from "~/features/webhooks/public-address.server";
import { createSender } from "~/features/webhooks/webhook-worker.server";
import { env } from "~/env.server";
import { anAdmin, asStaff } from "../../support/data/factories";
import { openReceiver } from "../../support/webhooks/receiver";

const NOT_PUBLIC = "The address leads to a private or reserved network";

const receiver = await openReceiver();
env.WEBHOOK_TEST_URL = receiver.url;
afterAll(() => receiver.close());
afterEach(() => void (receiver.received.length = 0));
const { port } = new URL(receiver.url);

const NOT_ON_THE_INTERNET = [
  ...["0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.0.0.8", "192.0.2.1"],
  ...["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1"],
  ...["255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe"],
  ...["::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::"],
  ...["3fff::1", "4000::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1"],
];

test.each(NOT_ON_THE_INTERNET)("%s is not on the internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is on the internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ["https://127.0.0.1/", NOT_PUBLIC],
  ["https://10.1.2.3:8443/hook", NOT_PUBLIC],
  ["https://169.254.169.254/latest/meta-data/", NOT_PUBLIC],
  ["https://[::1]/", NOT_PUBLIC],
  ["https://[fd00::1]/", NOT_PUBLIC],
  ["https://[::ffff:10.0.0.1]/", NOT_PUBLIC],
  ["https://0x7f000001/", NOT_PUBLIC],
  ["https://2130706433/", NOT_PUBLIC],
  ["https://0177.0.0.1/", NOT_PUBLIC],
  ["https://127.1/", NOT_PUBLIC],
  ["https://①②⑦.0.0.1/", NOT_PUBLIC],
  ["http://example.org/", "The address must begin with https://"],
  ["ftp://example.org/", "The address must begin with https://"],
  ["file:///etc/passwd", "Enter an address such as https://example.org/webhooks"],
  ["https://user:password@example.org/", "Leave user name and password out of the address"],
  ["example.org", "Enter an address such as https://example.org/webhooks"],
])("%s is rejected as it is written", (url, problem) => {
  expect(addressProblem(url)).toBe(problem);
});

/** A resolver that answers with these addresses, one list after the other. */
function resolverOf(...answers: string[][]) {
  return async () => {
    const found = answers.length > 1 ? answers.shift()! : answers[0]!;
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
}

const owner = asStaff(anAdmin({ role: "owner" }));
const events = ["day.closed" as const];

test.each(["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "fd00::1", "::ffff:192.168.1.1"])(
  "a name that leads to %s is rejected when it is saved, and when it is sent",
  async (address) => {
    const url = `https://internal.example:${port}/`;
    for (const answer of [[address], ["1.1.1.1", address]]) {
      await expect(addEndpoint(owner, { url, events }, resolverOf(answer))).rejects.toMatchObject({
        issues: [{ path: "url", message: NOT_PUBLIC }],
      });
      expect(
        await postWebhook({ url, headers: {}, body: "" }, { resolve: resolverOf(answer) }),
      ).toEqual({ status: null, text: NOT_PUBLIC });
    }
    expect(receiver.received).toEqual([]);
  },
);

test("a name that leads elsewhere after it was saved is not followed", async () => {
  const url = `https://rebinding.example:${port}/`;
  const resolve = resolverOf(["1.1.1.1"], ["127.0.0.1"]);
  const { id } = await addEndpoint(owner, { url, events }, resolve);
  sendTest(owner, id);
  await createSender({ resolve }).sendDue();
  expect(listDeliveries(owner, id, { page: 1, limit: 1 }).items).toMatchObject([
    { state: "waiting", status: null, answer: NOT_PUBLIC },
  ]);
  expect(receiver.received).toEqual([]);
});

test("an address in the database is checked again before it is sent", async () => {
  const { id } = await addEndpoint(owner, { url: receiver.url, events });
  sqlite.prepare("UPDATE webhook_endpoints SET url = ?").run(`https://127.0.0.1:${port}/`);
  sendTest(owner, id);
  await createSender().sendDue();
  expect(listDeliveries(owner, id, { page: 1, limit: 1 }).items[0]?.answer).toBe(NOT_PUBLIC);
});

test("a receiver cannot redirect into the site's network", async () => {
  receiver.respondWith(
    (response) =>
      void response.writeHead(307, { location: `http://localhost:${port}/inside` }).end(),
  );
  const message = { url: receiver.url, headers: {}, body: "{}" };
  expect(await postWebhook(message)).toEqual({ status: 307, text: "" });
  expect(receiver.received.map(({ path }) => path)).toEqual(["/"]);
});

test("http and this machine are for the receiver of tests only", async () => {
  const url = env.WEBHOOK_TEST_URL;
  const message = { url: receiver.url, headers: {}, body: "{}" };
  env.WEBHOOK_TEST_URL = "http://127.0.0.1:1";
  expect(await postWebhook(message)).toMatchObject({ status: null });
  env.WEBHOOK_TEST_URL = undefined;
  expect(await postWebhook(message)).toMatchObject({ status: null });
  env.WEBHOOK_TEST_URL = url;
  expect(receiver.received).toEqual([]);
});
