import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { markFailed } from "~/features/mail/delivery.server";
import { mailStatusView } from "~/features/mail/status/mail-status.presenter.server";
import { lateMails, waitingMails } from "~/features/mail/status/waiting-mails.server";
import { metricsSnapshot } from "~/features/maintenance/metrics-snapshot.server";
import { db } from "db/connection.server";
import { outbox } from "db/schema";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { claimedMail } from "../../support/site/claimed-mail";

const MINUTE = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(env, { SMTP_URL: "smtp://mail.test" });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { SMTP_URL: undefined });
});

const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const order = () => anOrder({ visitDate: addDays(toLocalDate(), 5) });

test("mails that wait for more than 15 minutes are told with the server's last answer", () => {
  const began = Date.now();
  order();
  markFailed(claimedMail()!, "connect ECONNREFUSED", false);
  pass(15 * MINUTE);
  expect(lateMails()).toBeNull();
  pass(1);
  expect(lateMails()).toEqual({ count: 1, since: began, answer: "connect ECONNREFUSED" });
  expect(mailStatusView(asStaff(anAdmin({ role: "owner" })))).toMatchObject({
    late: { count: 1, answer: "connect ECONNREFUSED" },
    bounced: 0,
    mayTest: true,
  });
  expect(mailStatusView(asStaff(anAdmin({ role: "admin", email: "b@zoo.test" })))).toBeNull();
  expect(metricsSnapshot()).toMatchObject({ mailsWaiting: 1, mailAgeSeconds: 900 });
});

test("one that is to be sent later on purpose, or for which there is no server, is not late", () => {
  order();
  db.update(outbox)
    .set({ nextAttemptAt: Date.now() + 60 * MINUTE })
    .run();
  pass(16 * MINUTE);
  expect([waitingMails().count, lateMails()]).toEqual([1, null]);
  pass(60 * MINUTE);
  expect(lateMails()).toMatchObject({ count: 1, answer: "" });
  Object.assign(env, { SMTP_URL: undefined });
  expect(lateMails()).toBeNull();
});
