import { db } from "db/connection.server";
import { admins, animals } from "db/schema";
import { transaction } from "db/transaction.server";
import type { Staff } from "~/features/auth/permissions";
import type { Role } from "~/features/auth/roles";
import { hashPasswordSync } from "~/features/auth/passwords.server";
import { createSession } from "~/features/auth/sessions.server";
import { CreateAnimal } from "~/features/animals/animal.schema";
import { buildSearchText } from "~/features/animals/animal-search";
import { addDays } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { PlaceOrder } from "~/features/orders/order.schema";
import { insertOrder } from "~/features/orders/create-order.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";

/** Days that are always ahead of the clock that the tests run by. */
export const tomorrow = () => addDays(toLocalDate(), 1);

type Order = Partial<ReturnType<typeof anOrderBody>>;

/** A booking as a client would send it. */
export const anOrderBody = () => ({
  visitDate: tomorrow(),
  visitSlot: "morning",
  contact: { name: "Asha Rao", email: "asha@example.org", phone: "9876543210" },
  items: [
    { ticketType: "adult", quantity: 1 },
    { ticketType: "child", quantity: 1 },
  ],
  paymentMethod: "upi",
});

/** A booked order, moved to a status on the way a zoo would move it. */
export function anOrder(changes: Order & { status?: OrderStatus } = {}) {
  const { status = "pending", ...body } = changes;
  const booking = PlaceOrder.parse({ ...anOrderBody(), ...body });
  const { order } = transaction((tx) => insertOrder(tx, booking));
  const route: Record<OrderStatus, OrderStatus[]> = {
    pending: [],
    paid: ["paid"],
    cancelled: ["cancelled"],
    refunded: ["paid", "refunded"],
  };
  const owner = asStaff(anAdmin({ role: "owner" }));
  return route[status].reduce((_, next) => updateOrderStatus(owner, order.id, next).order, order);
}

/** The codes of an order's tickets that count, in their order. */
export const codesOf = (orderSeq: number) => activeTicketsOfOrder(orderSeq).map(({ code }) => code);

/** Not a password that fits anything; sign-in tests make their own. */
const NO_HASH = "$scrypt$2,8,1$AAAA$AAAA";

/** The hash of a password at so low a cost that a test need not wait for it; sign-in reads the cost from it. */
export const quickHash = (password: string) => hashPasswordSync(password, { N: 2, r: 8, p: 1 });

export function anAdmin(changes: Partial<typeof admins.$inferInsert> = {}) {
  const id = createId();
  const now = Date.now();
  return db
    .insert(admins)
    .values({
      id,
      name: "Kabir Singh",
      email: `${id.toLowerCase()}@zoo.test`,
      passwordHash: NO_HASH,
      role: "admin",
      createdAt: now,
      updatedAt: now,
      ...changes,
    })
    .returning()
    .get();
}

export const asStaff = (admin: { id: string; name: string; email: string; role: Role }): Staff => ({
  ...admin,
  sessionId: "",
});

/** An access token of a fresh admin of that role. */
export async function bearerOf(role: Role) {
  const { accessToken } = await createSession(anAdmin({ role }).id, "test");
  return accessToken;
}

export function anAnimal(changes: Partial<typeof animals.$inferInsert> = {}) {
  const now = Date.now();
  const fields = CreateAnimal.parse({
    name: "Bengal tiger",
    title: "Tiger",
    category: "Mammals",
    description: "A large striped cat of the forests of India.",
  });
  const values = { ...fields, ...changes };
  return db
    .insert(animals)
    .values({
      id: createId(now),
      searchText: buildSearchText(values),
      createdAt: now,
      updatedAt: now,
      ...values,
    })
    .returning()
    .get();
}
