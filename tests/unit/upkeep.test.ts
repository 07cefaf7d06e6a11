import { expect, test, vi } from "vitest";
import { db } from "db/client.server";
import { messages } from "db/schema";
import { sendMessage } from "~/domain/message/messages.server";
import { tidy } from "~/domain/upkeep.server";

vi.mock(import("~/domain/order/order-words.server"), async (actual) => ({
  ...(await actual()),
  indexOrderWords: () => {
    throw new Error("The index is broken");
  },
}));

test("a chore that fails is told of, and those after it are done", async () => {
  sendMessage({
    name: "Asha Rao",
    email: "asha@example.org",
    subject: "Feeding times",
    body: "When are the otters fed?",
  });
  db.update(messages)
    .set({ createdAt: Date.now() - 400 * 86_400_000 })
    .run();
  const told = vi.fn();

  await tidy(told);

  expect(told).toHaveBeenCalledExactlyOnceWith("Tidying up failed", expect.any(Error));
  expect(db.select().from(messages).all()).toEqual([]);
});

test("there is one round at a time", async () => {
  const first = tidy(vi.fn());
  expect(tidy(vi.fn())).toBe(first);
  await first;
});
