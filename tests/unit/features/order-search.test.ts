import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { animals, messages, orders } from "db/schema";
import { listAnimals } from "~/features/animals/animals.server";
import { ListAnimals } from "~/features/animals/animal.schema";
import { runJobs } from "~/features/maintenance/jobs.server";
import { refoldSearch } from "~/features/maintenance/refold-search.server";
import { sendMessage } from "~/features/messages/messages.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { anAdmin, anAnimal, anOrder, anOrderBody, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const orderOf = (name: string, email = "visitor@example.org") =>
  anOrder({ contact: { ...anOrderBody().contact, name, email } });

/** The ids found, and the number that stands above the list. */
function found(q: string) {
  const { items, pagination } = listOrders(owner(), ListOrders.parse({ q }), { byPhone: true });
  return { ids: items.map(({ id }) => id), total: pagination.total };
}

test("finds a new order at once by any part of a word", () => {
  const { id } = orderOf("Meera Krishnamurthy", "meera@trees.example");
  orderOf("Somebody Else");

  for (const part of ["krishna", "NAMURT", "ra kri", "@trees.ex", id, id.slice(3), "mee"]) {
    expect(found(part), part).toEqual({ ids: [id], total: 1 });
  }
  for (const part of ["krishnb", "murthymeera", "murthy ravi"]) {
    expect(found(part), part).toEqual({ ids: [], total: 0 });
  }
});

test("ignores accents and case, and treats symbols as text", () => {
  const jose = orderOf("José Ñandú").id;
  const odd = orderOf('50% "off" OR * AND (x) -y _z').id;

  for (const part of ["jose", "JOSÉ", "nandu", "ñan"]) expect(found(part).ids).toEqual([jose]);
  for (const part of ['"off"', "50% ", " OR *", "AND (x) 50%", "-y _z", "* AND"]) {
    expect(found(part).ids, part).toEqual([odd]);
  }
  expect(found("50_ ").ids).toEqual([]);
  expect(found('f" O').ids).toEqual([odd]);
});

test("finds an order by phone number in any notation", () => {
  const contact = { ...anOrderBody().contact, name: "Asha Rao", phone: "9845012345" };
  const { id } = anOrder({ contact });
  anOrder({ contact: { ...contact, phone: "9900000000" } });

  for (const typed of [
    "9845012345",
    "98450",
    "+91 98450 12345",
    "(98450) 123-45",
    "09845012345",
    "919845012345",
  ]) {
    expect(found(typed), typed).toEqual({ ids: [id], total: 1 });
  }
  expect(found("9845099999")).toEqual({ ids: [], total: 0 });
});

test("none of several words is found in the status", () => {
  orderOf("Ravi Rao"); // pending
  expect(found("rao pend").ids).toEqual([]);
  expect(found("rao ravi").total).toBe(1);
});

test("accepts one or two letters", () => {
  const { id } = orderOf("Qi Xu");
  const odd = orderOf("50% _off \\o/").id;

  expect(found("q").ids).toContain(id);
  expect(found("xu").ids).toEqual([id]);
  expect(found("qx").ids).toEqual([]);
  for (const symbol of ["%", "_", "\\", "0%"]) expect(found(symbol).ids, symbol).toEqual([odd]);
});

test("finds a changed order by its new words only", () => {
  const { id } = orderOf("Farah Oldname");
  expect(found("oldname").ids).toEqual([id]);

  db.update(orders).set({ contactName: "Farah Newname" }).where(eq(orders.id, id)).run();

  expect(found("oldname")).toEqual({ ids: [], total: 0 });
  expect(found("newname")).toEqual({ ids: [id], total: 1 });
});

test("finds no deleted order, even if it was the newest", () => {
  const first = orderOf("Ravi Remains").id;
  const gone = orderOf("Ravi Leaves").id;
  expect(found("ravi").total).toBe(2);

  deleteOrder(owner(), gone);
  expect(found("ravi")).toEqual({ ids: [first], total: 1 });

  const next = orderOf("Ravi Arrives").id;
  expect(found("ravi").ids).toEqual([next, first]);
});

test("finds an order changed before indexing once", () => {
  const { id } = orderOf("Tara Before");
  db.update(orders).set({ contactName: "Tara After" }).where(eq(orders.id, id)).run();
  const later = orderOf("Tara Later").id;

  orderSearch.update(1); // the first only; the other waits
  expect(found("tara")).toEqual({ ids: [later, id], total: 2 });
  expect(found("before").total).toBe(0);
});

test("a version that folds text otherwise fills the index again", async () => {
  const { id } = orderOf("Conor O’Brien");
  const animal = anAnimal({ name: "Grévy’s zebra" });
  orderSearch.update(100);
  db.update(animals).set({ searchText: "as an old version wrote it" }).run();
  sendMessage({ name: "Élan", email: "", subject: "", body: "?" });
  db.update(messages).set({ foldedName: "" }).run();

  transaction((tx) => {
    setValue(tx, "fold_version", "0");
    refoldSearch(tx);
  });
  expect(orderSearch.isBehind()).toBe(true);
  await runJobs(() => {});

  expect(orderSearch.isBehind()).toBe(false);
  expect(found("o'brien").ids).toEqual([id]);
  expect(db.select().from(messages).get()?.foldedName).toBe("elan");
  expect(listAnimals(ListAnimals.parse({ q: "grevys" })).items).toMatchObject([{ id: animal.id }]);
});
