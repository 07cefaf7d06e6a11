import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anOrder } from "../../support/data/factories";
import { logger } from "~/lib/http/logger.server";

type Refused = { said: string; code: string; isFinal: boolean };

const DOWN = { said: "for asha@zoo.test", code: "ECONNREFUSED CONN", isFinal: false };
const NOBODY = { said: "for who@zoo.test", code: "EENVELOPE RCPT TO 550", isFinal: true };
const contact = { name: "Asha Rao", email: "asha@zoo.test", phone: "" };
let sent = 0;
const answers = vi.hoisted(() => [] as (Refused | null)[]);
vi.hoisted(() => vi.stubEnv("SMTP_URL", "smtp://user:hunter2@mail.test"));
vi.mock("~/features/mail/smtp.server", () => ({
  openTransport: () => ({ send: async () => answers.shift() ?? null }),
}));

const { startMailWorker } = await import("~/features/mail/mail-worker.server");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] })); // no second attempt comes in between
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("logs a rejecting mail server once, and once its recovery", async () => {
  const lines: unknown[] = [];
  vi.spyOn(logger, "error").mockImplementation((fields, what) => {
    lines.push(`${what}: ${(fields as { err: string }).err}`);
  });
  vi.spyOn(logger, "info").mockImplementation((what) => void lines.push(what));
  const sender = startMailWorker();
  const send = async (answer: Refused | null) => {
    answers.push(answer);
    const email = `asha${(sent += 1)}@zoo.test`; // one address gets six such mails an hour
    anOrder({ visitDate: addDays(toLocalDate(), 5), contact: { ...contact, email } });
    await vi.waitFor(() => expect(answers).toEqual([]), 5_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (const answer of [null, DOWN, DOWN, NOBODY, DOWN, null, null, DOWN]) await send(answer);
  await sender.stop();

  const down = "The mail server accepts no mail; sending is tried again: ECONNREFUSED CONN";
  expect(lines).toEqual([
    down,
    expect.stringMatching(/^Mail \d+ \(booked\) was not sent: EENVELOPE RCPT TO 550$/),
    "The mail server accepts mail again",
    down,
  ]);
});
