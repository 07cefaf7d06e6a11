import type { Actor } from "~/features/auth/permissions";
import { capacityBeforeClosure } from "~/features/capacity/capacity-before-closure.server";
import type { Reopening } from "~/features/capacity/capacity.schema";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { changeCapacityIn } from "~/features/capacity/change-capacity.server";
import { assertDateNotPast } from "~/features/orders/visit-rules.server";
import { transaction } from "~/lib/write-transaction.server";
import { authorizeClosing } from "./closing-right.server";

/**
 * Gives closed slots of a day their earlier places, and tells visitors who were offered a move. Throws `invalid` for
 * past days, and `conflict` when somebody else has changed the day since `seen`.
 */
export function reopenDay(actor: Actor, { day, slots }: Reopening, seen?: string) {
  authorizeClosing(actor);
  transaction((tx) => {
    assertDateNotPast(day, Date.now());
    const { places, note, publicReason } = dateOverrides(day, tx);
    const earlier = capacityBeforeClosure(day);
    for (const slot of slots) if (places[slot] === 0) places[slot] = earlier[slot] ?? null;
    const isClosedStill = Object.values(places).includes(0);
    const change = {
      what: "day" as const,
      day,
      places,
      note: isClosedStill ? note : "",
      publicReason,
    };
    changeCapacityIn(tx, actor, change, {
      action: "capacity.reopen",
      ...(seen !== undefined && { expectedVersion: seen }),
    });
  });
}
