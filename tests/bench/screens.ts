/** Every list and screen of the back office, and every list of the API, as staff ask for them. */

export type Ask = (path: string) => Promise<{ text: string }>;

/** `search`: looks for three letters or more, and has less time than a screen. */
export type Screen = { name: string; path: string; isSearch?: boolean };

const ADMIN = "/admin/dashboard";
const API = "/api/v1";

/**
 * With the addresses of one zoo: its own last pages, and things that are there. What is searched for fills a page
 * in a small zoo as in a large one, or is nowhere: no number of an order has a U in it.
 */
export async function screensOf(ask: Ask): Promise<Screen[]> {
  const read = async (list: string) => JSON.parse((await ask(`${API}/${list}`)).text).data;
  const pagesOf = async (list: string, limit: number) =>
    (await read(`${list}limit=${limit}`)).pagination.pages as number;
  const orders = await pagesOf("order?", 50);
  const [first] = (await read("order?limit=1&page=40")).items;
  const [animal] = (await read("animal?limit=1&page=40")).items;
  const outbox = (await ask(`${ADMIN}/outbox`)).text;
  const mail = /outbox\/(\d+)/.exec(outbox)?.[1] ?? "";
  const end = 1_000_000; // a screen shows its last page for it
  const of = (screens: [string, string, string?][], root: string): Screen[] =>
    screens.map(([name, path, kind]) => ({
      name,
      path: root + path,
      isSearch: kind === "search",
    }));

  return [
    ...of(
      [
        ["Dashboard", ""],
        ["Orders", "/orders"],
        ["Orders, last page", `/orders?page=${end}`],
        ["Orders, middle page", `/orders?page=${Math.ceil(orders / 2)}`],
        ["Orders, refunded", "/orders?status=refunded"],
        ["Orders, paid, last page", `/orders?status=paid&page=${end}`],
        ["Orders, pending", "/orders?status=pending"],
        ["Orders, money owed", "/orders?owed=1"],
        ["Orders, 3 letters, many", "/orders?q=kha"],
        ["Orders, 3 letters, all", "/orders?q=exa"],
        ["Orders, 3 letters, none", "/orders?q=zuq"],
        ["Orders, 3 letters and a status", "/orders?q=kha&status=paid"],
        ["Orders, a number", `/orders?q=${first._id}`],
        ["Orders, 2 letters", "/orders?q=kh"],
        ["Orders, 2 letters, none", "/orders?q=uq"],
        ["Orders, 1 letter and a status", "/orders?q=k&status=paid"],
        ["One order", `/orders/${first._id}`],
        ["Payments", "/payments"],
        ["Payments, last page", `/payments?page=${end}`],
        ["Payments, 3 letters", "/payments?q=kha"],
        ["Payments, 3 letters, none", "/payments?q=zuq"],
        ["Reports", "/reports"],
        ["Reports of a month", `/reports?from=${day(-30)}&to=${day(0)}`],
        ["Capacity", "/capacity"],
        ["Capacity, the month before", `/capacity?month=${day(-28).slice(0, 7)}`],
        ["Capacity, closing a day", `/capacity?day=${day(1)}&close=1`],
        ["Check-in", "/check-in"],
        ["Messages", "/messages"],
        ["Messages, last page", `/messages?page=${end}`],
        ["Messages, new", "/messages?show=new"],
        ["Messages, 3 letters, many", "/messages?q=sca"],
        ["Messages, 3 letters, none", "/messages?q=zuq"],
        ["Messages, 2 letters, none", "/messages?q=uq"],
        ["Animals", "/animals"],
        ["Animals, last page", `/animals?page=${end}`],
        ["Animals, 3 letters, all", "/animals?q=the"],
        ["Animals, 3 letters, none", "/animals?q=zuq"],
        ["One animal", `/animals/${animal._id}/edit`],
        ["Admins", "/admins"],
        ["Audit", "/audit"],
        ["Audit, last page", `/audit?page=${end}`],
        ["Audit of one order", `/audit?target=order+${first._id}`],
        ["Audit, 3 letters, none", "/audit?target=zuq"],
        ["Outbox", "/outbox"],
        ["Outbox, last page", `/outbox?page=${end}`],
        ["Outbox, failed", "/outbox?state=failed"],
        ["Outbox, 3 letters, many", "/outbox?q=kha"],
        ["Outbox, 3 letters, none", "/outbox?q=zuq"],
        ["One mail", `/outbox/${mail}`],
        ["Privacy", "/privacy"],
        ["Privacy, a person", `/privacy?email=${first.contact.email}`],
        ["Settings", "/settings"],
      ],
      ADMIN,
    ),
    ...of(
      [
        ["API orders", "/order"],
        ["API orders, last page", `/order?limit=50&page=${orders}`],
        ["API orders by total", "/order?sort=-totalAmount"],
        ["API orders by visit", "/order?sort=visitDate"],
        ["API orders by status", "/order?sort=status"],
        ["API orders, 3 letters, many", "/order?q=kha", "search"],
        ["API orders, 3 letters, all", "/order?q=exa", "search"],
        ["API orders, 3 letters, none", "/order?q=zuq", "search"],
        ["API orders, part of an e-mail", "/order?q=.khan", "search"],
        ["API orders, 2 letters, none", "/order?q=uq", "search"],
        ["API orders of an e-mail", `/order?email=${first.contact.email}`],
        ["API orders of a day of visits", `/order?visitDate=${day(1)}`],
        ["API orders placed in a month", `/order?from=${day(-30)}&to=${day(0)}`],
        ["API orders by method", "/order?paymentMethod=cash"],
        ["API newest orders", "/order/table"],
        ["API availability", "/order/availability"],
        ["API animals", "/animal"],
        ["API animals by name", "/animal?sort=name"],
        ["API animals of a category", "/animal?category=birds"],
        ["API animals, 3 letters, none", "/animal?q=zuq", "search"],
        ["API messages", "/message"],
        ["API messages by name", "/message?sort=name"],
        ["API messages, 3 letters, many", "/message?q=sca", "search"],
        ["API messages, 3 letters, none", "/message?q=zuq", "search"],
        ["API admins", "/admin/admins"],
      ],
      API,
    ),
    ...of(
      [
        ["Home", ""],
        ["Catalogue", "animals"],
        ["Catalogue, a word", "animals?q=otter"],
        ["One animal's page", `animals/${animal._id}`],
        ["Booking form", "tickets"],
      ],
      "/",
    ),
  ];
}

/** A day so many days from now. */
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
