import type { Ask } from "./wrk.ts";

const DAY_MS = 86_400_000;
const SLOTS = ["morning", "afternoon", "evening"];

/** Days of the coming two months, as the zoo would count them; never today, whose slots may be over. */
const days = Array.from({ length: 60 }, (_, at) =>
  new Date(Date.now() + (at + 2) * DAY_MS).toISOString().slice(0, 10),
);

export const PAGES = [
  "/",
  "/about",
  "/animals",
  "/animals?q=red&page=1",
  "/contact",
  "/tickets",
  "/tickets/find",
  "/privacy",
  "/terms",
  "/login",
  "/api/docs",
];

/** Each response of these carries a form token of its own, and is compressed by itself. */
export const FORM_PAGES = ["/contact", "/tickets", "/tickets/find"];

export const get = (path: string, headers: Record<string, string> = {}): Ask => ({ path, headers });

/** Two adults and a child, on another day and slot each time, by people who are all called differently. */
export const orders: Ask[] = days.map((visitDate, at) => ({
  method: "POST",
  path: "/api/v1/order",
  headers: { "Content-Type": "application/json", "Idempotency-Key": "{n}" },
  body: JSON.stringify({
    visitDate,
    visitSlot: SLOTS[at % 3],
    contact: { name: "Asha Rao {n}", email: "asha{n}@example.org", phone: "9876543210" },
    items: [
      { ticketType: "adult", quantity: 2 },
      { ticketType: "child", quantity: 1 },
    ],
    paymentMethod: "upi",
  }),
}));

const form = (fields: Record<string, string>, visitDate: string, at: number): Ask => ({
  method: "POST",
  path: "/tickets",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: Object.entries({
    intent: "book",
    key: "bench{n}",
    date: visitDate,
    slot: SLOTS[at % 3] ?? "",
    adult: "2",
    child: "1",
    senior: "0",
    name: "Asha Rao {n}",
    email: "asha{n}@example.org",
    phone: "9876543210",
    paymentMethod: "upi",
    promoCode: "",
    ...fields,
  })
    .map(([name, value]) => `${name}=${value.replaceAll(" ", "+").replace("@", "%40")}`)
    .join("&"),
});

export const wrongForms: Ask[] = days.map((day, at) => form({ email: "nobody" }, day, at));

/** A day's traffic: 60 % pages, 15 % the booking form, 15 % lists, 10 % orders, well mixed. */
export const mix: Ask[] = days.flatMap((_, at): Ask[] => {
  const page = (turn: number) => get(PAGES[(at * 12 + turn) % 5] ?? "/");
  const list = get("/api/v1/animal");
  const order = orders[at] as Ask;
  const booking = get("/tickets");
  return [0, 1, 2, 3].flatMap((part) => {
    const shown = [page(part * 3), page(part * 3 + 1), page(part * 3 + 2)];
    const rest = part < 3 ? [booking, list] : [order, order];
    return [...shown, ...rest];
  });
});
