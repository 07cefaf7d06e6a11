import { asc, eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { priceRules, ticketTypes } from "db/schema";
import { cacheUntilWritten } from "db/cache-until-written.server";
import type { PriceRule, Tariff, TicketType, TicketTypeRow } from "./tariff";

/** Also those that are no longer sold, in the order of the screen. */
export const allTicketTypes = cacheUntilWritten(() =>
  db.select().from(ticketTypes).orderBy(asc(ticketTypes.position), asc(ticketTypes.id)).all(),
);

const byId = cacheUntilWritten(() => new Map(allTicketTypes().map((type) => [type.id, type])));

const activeRules = cacheUntilWritten((): PriceRule[] =>
  db
    .select({
      name: priceRules.name,
      ticketTypes: priceRules.ticketTypes,
      slots: priceRules.slots,
      weekdays: priceRules.weekdays,
      firstDay: priceRules.firstDay,
      lastDay: priceRules.lastDay,
      pricePaise: priceRules.pricePaise,
      percent: priceRules.percent,
    })
    .from(priceRules)
    .where(eq(priceRules.active, true))
    .orderBy(asc(priceRules.position))
    .all(),
);

/** What staff can sell. */
export const tariff = cacheUntilWritten((): Tariff => {
  const sold = allTicketTypes().filter(({ active }) => active);
  return { types: sold.map(toType), rules: activeRules() };
});

/** What visitors can buy on the site and by the API. */
export const publicTariff = cacheUntilWritten((): Tariff => {
  const types = tariff().types.filter(({ counterOnly }) => !counterOnly);
  return { types, rules: tariff().rules };
});

/** Every type that there ever was, for orders that have it. */
export const entireTariff = cacheUntilWritten((): Tariff => ({
  types: allTicketTypes().map(toType),
  rules: activeRules(),
}));

export const ticketLabel = (type: TicketType) => byId().get(type)?.label ?? type;

export const takesPlace = (type: TicketType) => byId().get(type)?.takesPlace ?? true;

/** For sorting lines as the screen does. */
export const ticketPosition = (type: TicketType) => byId().get(type)?.position ?? Infinity;

/** `2 adult, 1 child` */
export const formatTickets = (lines: { ticketType: TicketType; quantity: number }[]) =>
  lines
    .map(({ ticketType, quantity }) => `${quantity} ${ticketLabel(ticketType).toLowerCase()}`)
    .join(", ");

const toType = ({
  position: _,
  active: __,
  ...type
}: typeof ticketTypes.$inferSelect): TicketTypeRow => type;
