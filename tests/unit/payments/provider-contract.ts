import { describe, expect, onTestFinished, test } from "vitest";
import {
  InvalidSignature,
  MalformedWebhook,
  ProviderError,
  type Money,
  type PaymentProvider,
  type ProviderEvent,
} from "~/features/payments/provider";
import type { Delivery, Failure } from "../../support/payments/fake-server";

type Controls = {
  provider: PaymentProvider;
  /** What the visitor does on the provider's page; returns the payment's id. */
  pay(reference: string, paid?: { amount?: number }): string | Promise<string>;
  expire(reference: string): void | Promise<void>;
  settleRefund(refundId: string, state: "succeeded" | "failed"): void | Promise<void>;
  /** The signed webhooks that wait, oldest first; each is returned once. */
  deliveries(): Delivery[] | Promise<Delivery[]>;
  /** A delivery with a true signature, made at an instant. */
  sign(body: string, at?: number): Delivery;
  /** Whether an old signature is no longer accepted. */
  signaturesAge: boolean;
  close?(): Promise<void>;
};

type RemoteControls = Controls & {
  /** With a key that the provider does not know. */
  intruder: PaymentProvider;
  /** The calls so far. */
  requests: readonly unknown[];
  failNext(...how: Failure[]): void;
  close(): Promise<void>;
};

const HOUR = 3_600_000;
const MONEY: Money = { amount: 5000, currency: "INR" };
let count = 0;
const nextReference = () => `ZV-7G3K-${++count}`;

const requestFor = (reference: string) => ({
  reference,
  money: MONEY,
  description: "Zoo Verse ZV-7G3K, Wed 2 Dec, morning, 3 tickets",
  returnUrl: "https://zoo.example/pay/return/TOKEN",
  expiresAt: Date.now() + HOUR,
});

const refundOf = (paymentId: string, amount = 5000, requestedAt = Date.now()) => ({
  reference: `refund-${nextReference()}`,
  paymentId,
  money: { ...MONEY, amount },
  note: "Cancelled by the visitor",
  requestedAt,
});

const capturedEvent = (reference: string, paymentId: string) =>
  expect.objectContaining({
    type: "captured",
    reference,
    paymentId,
    money: MONEY,
  });

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

export async function collect(events: AsyncIterable<ProviderEvent>) {
  const all: ProviderEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function use<T extends Controls>(setUp: () => Promise<T>) {
  const controls = await setUp();
  onTestFinished(async () => controls.close?.());
  return controls;
}

/** An open page at the provider. */
async function openPage<T extends Controls>(setUp: () => Promise<T>) {
  const controls = await use(setUp);
  const reference = nextReference();
  const page = await controls.provider.createCheckout(requestFor(reference));
  return { ...controls, reference, page, session: { id: page.id, reference } };
}

async function paidPage<T extends Controls>(setUp: () => Promise<T>) {
  const open = await openPage(setUp);
  return { ...open, paymentId: await open.pay(open.reference) };
}

/** What each provider must do. */
export function describeProvider(name: string, setUp: () => Promise<Controls>) {
  describe(`${name}: checkout`, () => {
    test("a page has an address and an end", async () => {
      const { page } = await openPage(setUp);

      expect(page).toMatchObject({ id: expect.any(String), url: expect.stringMatching(/^http/) });
      expect(Math.abs(page.expiresAt - Date.now() - HOUR)).toBeLessThan(60_000);
    });

    test("created twice with one reference, it is one page", async () => {
      const { provider, reference, page } = await openPage(setUp);

      const again = await provider.createCheckout(requestFor(reference));

      expect(again.id).toBe(page.id);
    });

    test("created again when it is hardly valid any more, it is still one page", async () => {
      const { provider, reference, page } = await openPage(setUp);

      const late = { ...requestFor(reference), expiresAt: Date.now() + 60_000 };

      expect((await provider.createCheckout(late)).id).toBe(page.id);
    });

    test("an open page has no events", async () => {
      const { provider, session } = await openPage(setUp);

      expect(await provider.fetchCheckout(session)).toEqual([]);
    });

    test("a paid page is captured, also looked up by its reference", async () => {
      const { provider, session, reference, paymentId } = await paidPage(setUp);

      await provider.createCheckout(requestFor(nextReference()));

      expect(await provider.fetchCheckout(session)).toEqual([capturedEvent(reference, paymentId)]);
      expect(await provider.fetchCheckout({ reference })).toEqual([
        capturedEvent(reference, paymentId),
      ]);
    });

    test("another amount is reported as it came", async () => {
      const { provider, session, pay, reference } = await openPage(setUp);
      await pay(reference, { amount: 4900 });

      expect(await provider.fetchCheckout(session)).toMatchObject([{ money: { amount: 4900 } }]);
    });

    test("an expired page is closed", async () => {
      const { provider, session, reference, expire } = await openPage(setUp);
      await expire(reference);

      expect(await provider.fetchCheckout(session)).toMatchObject([
        { type: "session_closed", reference, how: "expired" },
      ]);
    });

    test("expired by the zoo, it is closed", async () => {
      const { provider, session, reference } = await openPage(setUp);
      const closed = [{ type: "session_closed", reference }];

      expect(await provider.expireCheckout(session)).toMatchObject(closed);
      expect(await provider.fetchCheckout(session)).toMatchObject(closed);
      expect(await provider.expireCheckout(session)).toMatchObject(closed);
    });

    test("expired after it was paid, it returns the payment", async () => {
      const { provider, session, reference, paymentId } = await paidPage(setUp);

      expect(await provider.expireCheckout(session)).toEqual([capturedEvent(reference, paymentId)]);
    });

    test("an unknown reference has no events", async () => {
      const { provider } = await use(setUp);

      expect(await provider.fetchCheckout({ reference: "ZV-NONE-1" })).toEqual([]);
    });
  });

  describe(`${name}: refunds`, () => {
    test("the same reference gives one refund", async () => {
      const { provider, paymentId } = await paidPage(setUp);
      const request = refundOf(paymentId, 2000);

      const first = await provider.refund(request);
      const second = await provider.refund(request);

      expect(first).toMatchObject({
        type: "refund",
        paymentId,
        reference: request.reference,
        money: { amount: 2000, currency: "INR" },
      });
      expect(second).toMatchObject({ refundId: (first as { refundId: string }).refundId });
    });

    test("a retry days later gives the same refund", async () => {
      const { provider, paymentId } = await paidPage(setUp);
      const request = refundOf(paymentId, 2000, Date.now() - 50 * HOUR);

      const first = await provider.refund(request);
      const second = await provider.refund({ ...request, note: "asked again" });

      expect(second).toMatchObject({ refundId: (first as { refundId: string }).refundId });
    });

    test("two references give two refunds, and never more than was paid", async () => {
      const { provider, paymentId } = await paidPage(setUp);
      const [first, second] = [
        await provider.refund(refundOf(paymentId, 2000)),
        await provider.refund(refundOf(paymentId, 3000)),
      ] as { refundId: string }[];

      expect(first!.refundId).not.toBe(second!.refundId);
      expect((await failureOf(provider.refund(refundOf(paymentId, 100)))).kind).toBe("rejected");
    });

    test.each(["succeeded", "failed"] as const)("a refund that %s is announced", async (state) => {
      const { provider, paymentId, settleRefund, deliveries } = await paidPage(setUp);
      const request = refundOf(paymentId);
      const { refundId } = (await provider.refund(request)) as { refundId: string };
      await deliveries();

      await settleRefund(refundId, state);

      const [delivery] = await deliveries();
      expect(provider.parseWebhook(delivery!.body, delivery!.headers).events).toMatchObject([
        { type: "refund", refundId, paymentId, reference: request.reference, state },
      ]);
    });
  });

  describe(`${name}: webhooks`, () => {
    test("in any order, a payment is captured with the same facts as when it is fetched", async () => {
      const { provider, session, paymentId, deliveries } = await paidPage(setUp);
      const waiting = await deliveries();

      const events = waiting
        .toReversed()
        .flatMap(({ body, headers }) => provider.parseWebhook(body, headers).events);

      const fetched = (await provider.fetchCheckout(session))[0];
      const { fee: _, sessionId: __, occurredAt, ...facts } = fetched as Record<string, unknown>;
      expect(fetched).toMatchObject({ paymentId });
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) {
        expect(event).toMatchObject(facts);
        expect(Math.abs(event.occurredAt - Number(occurredAt))).toBeLessThanOrEqual(1000);
      }
    });

    test("each event has its own id, and a repeated delivery the same", async () => {
      const { provider, deliveries } = await paidPage(setUp);
      const waiting = await deliveries();
      const ids = () =>
        waiting.map(({ body, headers }) => provider.parseWebhook(body, headers).eventId);

      expect(new Set(ids()).size).toBe(waiting.length);
      expect(ids()).toEqual(ids());
    });

    test("a stored body is read like the delivery", async () => {
      const { provider, deliveries } = await paidPage(setUp);

      for (const { body, headers } of await deliveries()) {
        const { type, events } = provider.parseWebhook(body, headers);
        expect(provider.readWebhook(body)).toMatchObject({ type, events });
      }
      const text = new TextEncoder().encode("no JSON");
      expect(() => provider.readWebhook(text)).toThrow(MalformedWebhook);
    });

    test("a flipped bit is no signature of theirs", async () => {
      const { provider, deliveries } = await paidPage(setUp);
      const [{ body, headers }] = (await deliveries()) as [Delivery];
      const flipped = body.slice();
      flipped[20]! ^= 1;

      expect(() => provider.parseWebhook(flipped, headers)).toThrow(InvalidSignature);
    });

    test("a body written anew is not what was signed", async () => {
      const { provider, deliveries } = await paidPage(setUp);
      const [{ body, headers }] = (await deliveries()) as [Delivery];
      const parsed = JSON.parse(new TextDecoder().decode(body));
      const anew = new TextEncoder().encode(JSON.stringify(parsed, null, 1));

      expect(() => provider.parseWebhook(anew, headers)).toThrow(InvalidSignature);
    });

    test("without a signature nothing is read", async () => {
      const { provider, deliveries } = await paidPage(setUp);
      const [{ body }] = (await deliveries()) as [Delivery];

      expect(() => provider.parseWebhook(body, new Headers())).toThrow(InvalidSignature);
    });

    test("an old signature is not accepted, where signatures age", async () => {
      const { provider, sign, signaturesAge } = await use(setUp);
      const { body, headers } = sign('{"id":"evt_1","type":"x","event":"x"}', Date.now() - 301_000);
      const read = () => provider.parseWebhook(body, headers);

      if (signaturesAge) expect(read).toThrow(InvalidSignature);
      else expect(read).not.toThrow();
    });

    test.each(["", "no JSON", "null", "[]", "{}", '{"event":7,"type":7}'])(
      "a signed body of %j is malformed",
      async (text) => {
        const { provider, sign } = await use(setUp);
        const { body, headers } = sign(text);

        expect(() => provider.parseWebhook(body, headers)).toThrow(MalformedWebhook);
      },
    );

    test("a type of no interest has no events", async () => {
      const { provider, sign } = await use(setUp);
      const { body, headers } = sign('{"id":"evt_1","type":"new.one","event":"new.one"}');

      expect(provider.parseWebhook(body, headers)).toMatchObject({ type: "new.one", events: [] });
    });
  });

  test(`${name}: the list has all payments and refunds of its time, over several pages`, async () => {
    const { provider, pay } = await use(setUp);
    const from = Date.now() - 2000;
    const paymentIds: string[] = [];
    for (let each = 0; each < 105; each++) {
      const reference = nextReference();
      await provider.createCheckout(requestFor(reference));
      paymentIds.push(await pay(reference));
    }
    const { refundId } = (await provider.refund(refundOf(paymentIds[0]!))) as { refundId: string };

    const events = await collect(provider.listEvents(from, Date.now() + 2000));

    const captured = events.flatMap((event) => (event.type === "captured" ? event.paymentId : []));
    const refunded = events.flatMap((event) => (event.type === "refund" ? event.refundId : []));
    expect(captured.toSorted()).toEqual(paymentIds.toSorted());
    expect(refunded).toEqual([refundId]);
    expect(await collect(provider.listEvents(from - 9 * HOUR, from - 8 * HOUR))).toEqual([]);
  });
}

/** What a provider on another machine must do in addition: calls fail. */
export function describeFailingCalls(name: string, setUp: () => Promise<RemoteControls>) {
  describe(`${name}: failing calls`, () => {
    const createAfter = async (...how: Failure[]) => {
      const controls = await use(setUp);
      controls.failNext(...how);
      const request = requestFor(nextReference());
      return { ...controls, request, promise: controls.provider.createCheckout(request) };
    };

    test.each(["500 after doing the work", "malformed JSON", "hang up"] as const)(
      "a page is found again after: %s",
      async (how) => {
        const { provider, request, promise } = await createAfter(how);

        const page = await promise;

        expect((await provider.createCheckout(request)).id).toBe(page.id);
      },
    );

    test.each(["500 after doing the work", "malformed JSON", "hang up"] as const)(
      "a refund is made once after: %s",
      async (how) => {
        const { provider, paymentId, failNext } = await paidPage(setUp);
        const request = refundOf(paymentId, 2000);

        failNext(how, "500");
        expect((await failureOf(provider.refund(request))).kind).toBe("indeterminate");
        const { refundId } = (await provider.refund(request)) as { refundId: string };

        const events = await collect(provider.listEvents(Date.now() - HOUR, Date.now() + HOUR));
        expect(events.filter(({ type }) => type === "refund")).toMatchObject([{ refundId }]);
      },
    );

    test("nothing was done, and asked again it is", async () => {
      const { provider, request, promise } = await createAfter("500");

      expect((await failureOf(promise)).kind).toBe("indeterminate");
      expect((await provider.createCheckout(request)).url).toMatch(/^http/);
    });

    test("as long as it cannot be looked up, it is indeterminate", async () => {
      const { promise } = await createAfter("500 after doing the work", "429");

      expect((await failureOf(promise)).kind).toBe("indeterminate");
    });

    test("as long as the page of an earlier call cannot be looked up, it may be there", async () => {
      const { provider, reference, failNext } = await openPage(setUp);
      failNext("nothing", "500");

      const again = { ...requestFor(reference), expiresAt: Date.now() + 2 * HOUR };
      expect((await failureOf(provider.createCheckout(again))).kind).toBe("indeterminate");
    });

    test("a page for another amount is not taken for the one that is wanted", async () => {
      const { provider, reference } = await openPage(setUp);
      const other = { ...requestFor(reference), money: { ...MONEY, amount: 6000 } };

      expect((await failureOf(provider.createCheckout(other))).kind).toBe("rejected");
    });

    test("a wrong key is rejected, and not written anywhere", async () => {
      const { intruder } = await use(setUp);

      const failure = await failureOf(intruder.createCheckout(requestFor(nextReference())));

      expect(failure).toMatchObject({ kind: "rejected", retryAfter: undefined });
      expect(failure.message).not.toContain("intruder");
    });

    test("too many calls: it says when to call again, and is not asked at once", async () => {
      const { promise, requests } = await createAfter("429");

      expect(await failureOf(promise)).toMatchObject({ kind: "rejected", retryAfter: 7 });
      expect(requests).toHaveLength(1);
    });

    test("malformed JSON is indeterminate", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("malformed JSON");

      expect((await failureOf(provider.fetchCheckout(session))).kind).toBe("indeterminate");
    });

    test("a visitor waits only as long as agreed", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("no response");
      const before = Date.now();

      expect((await failureOf(provider.fetchCheckout(session, 20))).kind).toBe("indeterminate");
      expect(Date.now() - before).toBeLessThan(5000); // of the usual 10,000
    });

    test("a response that is far too large is not read", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("5 MB of response");

      expect((await failureOf(provider.fetchCheckout(session))).kind).toBe("indeterminate");
    });

    test("where nobody listens, nothing was sent", async () => {
      const { provider, session, close } = await openPage(setUp);
      await close();

      expect((await failureOf(provider.fetchCheckout(session))).kind).toBe("unreachable");
      expect((await failureOf(provider.createCheckout(requestFor(nextReference())))).kind).toBe(
        "unreachable",
      );
    });

    test("a page that cannot be expired for now stays as it is", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("429");

      expect((await failureOf(provider.expireCheckout(session))).retryAfter).toBe(7);
      expect(await provider.fetchCheckout(session)).toEqual([]);
    });

    test("a page that could not be expired is not reported as closed", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("500");

      expect((await failureOf(provider.expireCheckout(session))).kind).toBe("indeterminate");
    });

    test("a page that was expired in spite of the error is closed", async () => {
      const { provider, session, failNext } = await openPage(setUp);
      failNext("500 after doing the work");

      expect(await provider.expireCheckout(session)).toMatchObject([{ type: "session_closed" }]);
    });

    test("a rejection is the provider's, in words", async () => {
      const { provider } = await use(setUp);
      const request = { ...requestFor(nextReference()), money: { ...MONEY, amount: 1 } };

      const failure = await failureOf(provider.createCheckout(request));

      expect(failure.kind).toBe("rejected");
      expect(failure.message).toMatch(/^(Razorpay|Stripe) responded 400: .*amount/i);
    });
  });
}
