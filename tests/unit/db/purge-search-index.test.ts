import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { deleteMessage, messageSearch, sendMessage } from "~/features/messages/messages.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { purgeSearchIndex } from "~/features/maintenance/purge-search-index.server";
import { runJobs } from "~/features/maintenance/jobs.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const WHO = { name: "Qxuvolt", email: "qxuvolt@example.org", phone: "5550199" };
const owner = () => asStaff(anAdmin({ role: "owner" }));
const noFault = () => expect.unreachable("nothing fails");

type Index = "order_search" | "message_search";

/** Whether letters that are in nobody else's words stand in what an index keeps, crossed out or not. */
const isLegible = (index: Index, letters = "qxu") =>
  sqlite
    .prepare<[], Buffer>(`SELECT block FROM ${index}_data`)
    .pluck()
    .all()
    .some((block) => block.includes(letters));

const found = (index: Index, letters: string) =>
  sqlite
    .prepare(`SELECT count(*) FROM ${index} WHERE ${index} MATCH ?`)
    .pluck()
    .get(`"${letters}"`);

const asked = () => sqlite.prepare("SELECT search_index FROM search_purge_queue").pluck().all();

afterEach(() => void vi.useRealTimers());

/** Others' words are in the index as well, in many parts. */
beforeEach(() => {
  for (let at = 0; at < 30; at += 1) {
    anOrder({ contact: { name: `Asha ${at}`, email: `asha${at}@example.org`, phone: "" } });
    if (at % 5 === 0) orderSearch.update(100);
  }
});

describe("maintenance purges deleted words from the file", () => {
  const anIndexedOrder = (status: "refunded" | "pending" = "refunded") => {
    const order = anOrder({ contact: WHO, status });
    orderSearch.update(100);
    expect(isLegible("order_search")).toBe(true);
    return order;
  };

  test.each<[string, (id: string) => unknown]>([
    ["erased on request", () => erasePerson(owner(), WHO.email)],
    ["deleted with their order", (id) => deleteOrder(owner(), id)],
    [
      "replaced by others",
      (id) => editOrder(owner(), id, { contact: { ...WHO, name: "A", email: "a@b.example" } }),
    ],
  ])("%s", async (_, go) => {
    go(anIndexedOrder().id);
    orderSearch.update(100);
    expect(isLegible("order_search"), "as SQLite leaves it").toBe(true);

    await runJobs(noFault);

    expect(isLegible("order_search")).toBe(false);
    expect(found("order_search", "asha")).toBe(30);
    expect(asked()).toEqual([]);
  });

  test("of a message", async () => {
    sendMessage({ name: "Asha", email: "asha@example.org", subject: "Owls", body: "Hoot?" });
    const { id } = sendMessage({ ...WHO, subject: "Medicine", body: "May we bring it?" });
    messageSearch.update(100);
    deleteMessage(owner(), id);
    expect(isLegible("message_search")).toBe(true);

    await runJobs(noFault);

    expect(isLegible("message_search")).toBe(false);
    expect(found("message_search", "asha")).toBe(1);
  });

  test("deleted while the index is being rewritten", async () => {
    const one = anIndexedOrder();
    const other = anOrder({ contact: { ...WHO, name: "Jvqolt", email: "jvq@example.org" } });
    orderSearch.update(100);
    deleteOrder(owner(), one.id);
    orderSearch.update(100);
    const rewriting = purgeSearchIndex(); // its first turn is over
    expect(asked()).toEqual(["order_search"]);
    deleteOrder(owner(), other.id);
    await rewriting;
    expect(asked(), "the index is to hear of it first").toEqual(["order_search"]);

    await runJobs(noFault);

    expect([isLegible("order_search"), isLegible("order_search", "jvq")]).toEqual([false, false]);
    expect(asked()).toEqual([]);
  });
});

test("a large index waits for the next day's first maintenance", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await runJobs(noFault);
  sqlite.exec("INSERT INTO order_search (rowid, contact_name) VALUES (50001, 'qxuvolt')");
  sqlite.exec("DELETE FROM order_search WHERE rowid = 50001");
  sqlite.exec("INSERT INTO order_search (rowid, contact_name) VALUES (60000, 'somebody else')");
  sqlite.exec("INSERT INTO search_purge_queue (search_index, requests) VALUES ('order_search', 1)");

  await runJobs(noFault);
  expect(isLegible("order_search")).toBe(true);

  vi.setSystemTime(Date.now() + 86_400_000);
  await runJobs(noFault);
  expect(isLegible("order_search")).toBe(false);
});

test("rewrites nothing when no words were deleted", async () => {
  anOrder();
  await runJobs(noFault);
  expect(asked()).toEqual([]);
  const { id } = anOrder({ status: "paid" });
  orderSearch.update(100);
  sqlite.prepare("UPDATE orders SET status = 'refunded' WHERE id = ?").run(id);
  expect(asked()).toEqual([]);
});
