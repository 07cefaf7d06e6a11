import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { callProvider } from "~/features/payments/providers/http.server";
import { openFakeServer, type FakeResponse } from "../../support/payments/fake-server";

/** The error of a call that has this response. */
async function errorAfter(response: Partial<FakeResponse>, schema: z.ZodType = z.unknown()) {
  const server = await openFakeServer({
    respond: () => ({ status: 200, body: {}, ...response }),
    errorBody: (message) => message,
  });
  onTestFinished(() => server.close());
  return callProvider({ provider: "Razorpay", url: server.url, headers: {} }, schema).catch(
    (error: unknown) => error,
  );
}

test.each([
  [400, "rejected"],
  [401, "rejected"],
  [404, "rejected"],
  [302, "indeterminate"],
  [408, "indeterminate"],
  [409, "indeterminate"],
  [500, "indeterminate"],
  [503, "indeterminate"],
])("status %i is %s", async (status, kind) => {
  expect(await errorAfter({ status })).toMatchObject({ kind, retryAfter: undefined });
});

test("a redirect is not followed, as it would take the key along", async () => {
  const server = await openFakeServer({
    respond: ({ path }) =>
      path === "/"
        ? { status: 302, body: {}, headers: { location: "/other" } }
        : { status: 200, body: {} },
    errorBody: (message) => message,
  });
  onTestFinished(() => server.close());
  const call = { provider: "Razorpay", url: server.url, headers: {} };

  await expect(callProvider(call, z.unknown())).rejects.toMatchObject({ kind: "indeterminate" });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ["17", 17],
  [undefined, 5],
  ["", 5],
  ["soon", 5],
  ["0", 1],
  ["999999", 3600],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 1],
])("too many calls with Retry-After %j: wait %i seconds", async (value, retryAfter) => {
  const headers = value === undefined ? undefined : { "retry-after": value };

  expect(await errorAfter({ status: 429, headers })).toMatchObject({
    kind: "rejected",
    retryAfter,
  });
});

test("Retry-After can be a date", async () => {
  const headers = { "retry-after": new Date(Date.now() + 60_000).toUTCString() };
  const { retryAfter } = (await errorAfter({ status: 503, headers })) as { retryAfter: number };

  expect(retryAfter).toBeGreaterThan(55);
  expect(retryAfter).toBeLessThanOrEqual(60);
});

test.each([
  { error: { description: "The amount is too small", field: "amount" } },
  { error: { message: "The amount is too small", type: "invalid_request_error" } },
])("says what the provider says: %j", async (body) => {
  const error = await errorAfter({ status: 400, body });

  expect((error as Error).message).toBe("Razorpay responded 400: The amount is too small");
});

test.each([
  ["Invalid key rzp_live_id:hunter2", "Invalid key …"],
  ["Invalid API Key provided: sk_live_hunter2.", "Invalid API Key provided: …"],
  ["No payer joy@upi <joy@home.example>", "No payer … …"],
  ["Call +919000090000, (4111-1111-1111-1111)", "Call …, …)"],
  ["Card:4111 1111 1111 1111 of +91 90000 90000", "Card:… of …"],
  ["Payment pay_Zoo00000000001 of 5000 failed", "Payment pay_Zoo00000000001 of 5000 failed"],
  ["a ".repeat(500), "a ".repeat(100).trim()],
])("an error has no keys, addresses and numbers of people: %j", async (description, said) => {
  const error = await errorAfter({ status: 400, body: { error: { description } } });

  expect((error as Error).message).toBe(`Razorpay responded 400: ${said}`);
});

test.each([null, "text", [], { error: null }, { error: { description: 7 } }])(
  "an error of %j has no words",
  async (body) => {
    const error = await errorAfter({ status: 400, body });

    expect((error as Error).message).toBe("Razorpay responded 400");
  },
);

test("a response of another shape is indeterminate, and not quoted", async () => {
  const error = await errorAfter({ body: { id: "joy@upi" } }, z.object({ id: z.int() }));

  expect(error).toMatchObject({
    kind: "indeterminate",
    message: "Razorpay sent an unexpected response",
  });
});
