import { expect, test } from "vitest";
import { admitPartyByCode } from "~/features/gate/check-in.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { toUtc } from "~/lib/time-zone.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, asStaff } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";
import { staffScreen as screen } from "../../support/site/rendered-app";

const TODAY = "2026-11-24";
everyTestBeginsAt(toUtc(TODAY, 10 * 60));

const SLIPS = "/admin/dashboard/gate-list/slips";

test("of a school of fifty, the thirty of one gate and fifteen of another are inside on every screen", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const { id, seq } = aGroupOrder({ visitDate: TODAY, visitSlot: "morning", holdUntil: TODAY });
  updateOrderStatus(owner, id, "paid");
  const code = partyCodeOf(seq)!;
  for (const [gate, people] of [
    ["East gate", 30],
    ["West gate", 15],
  ] as const) {
    const scanner = asStaff(anAdmin({ role: "editor", name: gate }));
    admitPartyByCode(scanner, code, { key: `a-scan-at-the-${gate}`, override: false, people });
  }

  expect((await screen(`/admin/dashboard/groups/${id}`)).text).toContain("People5045 inside");
  expect((await screen(`/admin/dashboard/orders/${id}`)).text).toContain("45 inside, 5 to come");
  expect((await screen("/admin/dashboard/gate-list")).text).toContain("45 of 50 inside");
  const gate = await screen("/admin/dashboard/check-in");
  expect(gate.text).toContain("Now45 of 50");
  expect(gate.html).toContain('href="/admin/dashboard/gate-list"');
});

test("a slip that is entered already leads to its order", async () => {
  await screen(SLIPS, { intent: "print", count: "1" });
  const slip = {
    ...{ intent: "enter", number: "1", date: TODAY, slot: "morning" },
    ...{ adult: "2", paymentMethod: "cash", taken: "40", note: "" },
  };
  expect((await screen(SLIPS, slip)).status).toBe(302);

  const again = await screen(SLIPS, slip);

  expect(again.status).toBe(409);
  const [, order] = /Slip 1 is entered already: order (ZV-\w+)/.exec(again.html)!;
  expect(again.html).toContain(`href="/admin/dashboard/orders/${order}"`);
  const { text } = await screen(`/admin/dashboard/orders/${order}`);
  expect(text).toContain("Used");
  expect(text).toContain("2 of 2 people are inside");
});
