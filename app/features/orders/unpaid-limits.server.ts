import { sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { UNPAID_BY_EMAIL, UNPAID_BY_VISIT } from "db/query-plans.server";
import type { Channel } from "~/features/counter/channel";
import { capacityOf } from "~/features/capacity/capacity.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { DomainError } from "~/lib/errors";
import type { Slot, Visit } from "~/features/slots/slot";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

/**
 * How many places strangers can hold without paying. Only open orders count: paid, cancelled, expired and rejected
 * ones do not. Everything is counted inside the transaction that books.
 */

/** `network`: a keyed hash; blank for the zoo's own networks. */
export type Booker = {
  isStaff: boolean;
  isLimited: boolean;
  network: string;
  channel: Channel;
  /** The people have come already, and their visit may be over. */
  hasCome?: boolean;
};

/** Whom no limit concerns. */
export const UNLIMITED: Booker = {
  isStaff: false,
  isLimited: false,
  network: "",
  channel: "web",
};

const { placeholder } = sql;
const underEmail = prepared(() =>
  db
    .select({ places: sql<number>`coalesce(sum(ticket_count), 0)` })
    .from(UNPAID_BY_EMAIL)
    .where(sql`status = 'pending' AND contact_email = ${placeholder("email")} COLLATE NOCASE`)
    .prepare(),
);
const inSlot = prepared(() =>
  db
    .select({
      all: sql<number>`coalesce(sum(ticket_count), 0)`,
      network: sql<number>`coalesce(sum(ticket_count) FILTER (WHERE network = ${placeholder("network")}), 0)`,
    })
    .from(UNPAID_BY_VISIT)
    .where(
      sql`status = 'pending' AND visit_date = ${placeholder("visitDate")} AND visit_slot = ${placeholder("visitSlot")}`,
    )
    .prepare(),
);

/** The unpaid places of a slot: all, and those booked from one network. */
export const unpaidPlaces = (visitDate: string, visitSlot: Slot, network = "") =>
  inSlot().get({ visitDate, visitSlot, network }) ?? { all: 0, network: 0 };

/** Throws `conflict` when an e-mail address would hold more unpaid places than the zoo allows. */
export function assertEmailLimit(_: Tx, email: string, wanted: number) {
  const limit = getAppSetting("unpaid_per_email");
  const open = underEmail().get({ email })?.places ?? 0;
  if (open + wanted <= limit) return;
  const message =
    open === 0
      ? `At most ${limit} places can wait for payment under one email address`
      : `${open} places under this email address wait for payment, and ${limit} are the most`;
  throw new DomainError("conflict", message, [
    { path: "contact.email", message },
    { path: "contact.email", message: `Pay for your earlier bookings first, or ${askTheZoo()}` },
  ]);
}

/**
 * Throws `conflict` when a slot would hold more unpaid places, of one network or of all, than the zoo allows. The
 * first order of a network is never too large for its share, so that a family can book a small slot.
 */
export function assertSlotLimits(
  _: Tx,
  { visitDate, visitSlot }: Visit,
  wanted: number,
  network: string,
) {
  const capacity = capacityOf(visitDate, visitSlot);
  const shareOf = (name: "unpaid_network_percent" | "unpaid_percent") =>
    Math.ceil((capacity * getAppSetting(name)) / 100);
  const open = unpaidPlaces(visitDate, visitSlot, network);
  const isNetworkOver =
    network !== "" && open.network > 0 && open.network + wanted > shareOf("unpaid_network_percent");
  if (isNetworkOver) throw slotError("from your network");
  if (open.all + wanted > shareOf("unpaid_percent")) throw slotError("in this slot");
}

function slotError(where: string) {
  const message = `Too many places ${where} wait for payment`;
  return new DomainError("conflict", message, [
    { path: "visitSlot", message },
    {
      path: "visitSlot",
      message: `Choose another slot or day, pay for your earlier bookings, or ${askTheZoo()}`,
    },
  ]);
}

/** How to go on where this site does not: ends a sentence. */
export function askTheZoo() {
  const { phone } = zooProfile();
  return `ask the zoo: ${phone ? `call ${phone}, or ` : ""}write to us on the Contact page`;
}
