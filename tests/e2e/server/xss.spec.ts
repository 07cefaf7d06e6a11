import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import { book, move } from "../../support/data/bookings";
import { sampled } from "../../support/data/random";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, newStaff, signIn } from "../../support/site/staff";
import { PAYLOADS, QUOTED_PICTURE } from "../../support/hostile/xss";
import { expect, test, type Zoo } from "../../support/site/zoo";

// The policy would stop most of it; here escaping has to do alone.
test.use({ bypassCSP: true, serviceWorkers: "block", zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });
test.describe.configure({ mode: "serial" });

const HOME = "/admin/dashboard";
const slice = (size: number) =>
  Array.from({ length: Math.ceil(PAYLOADS.length / size) }, (_, at) =>
    PAYLOADS.slice(at * size, (at + 1) * size),
  );
/** As many whole payloads as fit, one after the other. */
const fit = (limit: number) => {
  const lots: string[] = [];
  for (const payload of PAYLOADS) {
    const last = lots.at(-1);
    if (last !== undefined && last.length + payload.length < limit) {
      lots[lots.length - 1] = `${last} ${payload}`;
    } else lots.push(payload.slice(0, limit));
  }
  return lots;
};
const at = <T>(list: T[], index: number) => list[index % list.length]!;

/** A zoo in which every text that anybody can type is hostile, and the screens on which it stands. */
async function hostileZoo(zoo: Zoo) {
  const short = fit(100);
  const owner = await newStaff(zoo, "owner", short[0]);
  const many = Math.max(short.length, 24);
  const animals: string[] = [];
  for (let index = 0; index < many; index += 1) {
    const { _id } = await asStaff(zoo, "POST", "/animal", {
      name: at(short, index),
      title: at(short, index + 1),
      category: at(short, index + 2),
      description: fit(5_000)[0],
      imageUrl: index % 2 ? QUOTED_PICTURE : "",
    });
    animals.push(_id);
    await asStaff(zoo, "POST", "/message", {
      name: at(short, index),
      email: `"x"@example.org`.replaceAll('"', ""),
      subject: at(short, index + 3),
      body: at(slice(10), index).join("\n"),
    });
  }
  const orders = [];
  for (let index = 0; index < many; index += 1) {
    const order = await book(zoo, {
      name: at(short, index),
      email: `o'neil+${index}@example.org`,
      visitDate: zooDayIn(index % 2 ? 0 : 3),
      visitSlot: "afternoon",
      items: [{ ticketType: "adult", quantity: 1 }],
    });
    orders.push(order);
  }
  const [pending, first, second] = orders as [
    (typeof orders)[0],
    (typeof orders)[0],
    (typeof orders)[0],
  ];
  const { qrCodes } = await move(zoo, first._id, "paid");
  await move(zoo, second._id, "paid");
  plant(zoo, second._id, short);
  const own = ({ links }: { links: { order: string } }) => new URL(links.order).pathname;
  return { owner, animals, short, pending, first, qr: qrCodes[0].code as string, own };
}

/** Text that comes from mail servers, gates and other devices. */
function plant({ dataDir }: Zoo, orderId: string, short: string[]) {
  const database = new Database(`${dataDir}/zoo.db`);
  const order = database.prepare("SELECT seq FROM orders WHERE id = ?").pluck().get(orderId);
  const mail = database.prepare(
    `INSERT INTO outbox (kind, order_seq, recipient, payload, next_attempt_at, created_at, state, last_error, attempts)
     VALUES ('paid', ?, ?, ?, 0, ?, 'failed', ?, 9)`,
  );
  const audit = database.prepare("INSERT INTO audit VALUES (NULL, ?, 'x', ?, ?, ?, ?, ?, 'x')");
  const colleague = database.prepare(
    `INSERT INTO admins (id, name, email, password_hash, role, active, created_at, updated_at)
     SELECT ?, ?, ?, password_hash, 'editor', 1, ?, ? FROM admins LIMIT 1`,
  );
  const reason = database.prepare("UPDATE orders SET status_reason = ? WHERE seq = ?");
  const device = database.prepare("UPDATE sessions SET user_agent = ?");
  for (const text of short) {
    const now = Date.now();
    mail.run(order, text, JSON.stringify({ order: text, note: text }), now, text);
    const values = JSON.stringify({ name: text, status: text, [text]: text });
    audit.run(now, text, text, text, values, values);
    colleague.run(crypto.randomUUID(), text, `${text}@zoo.test`, now, now);
  }
  reason.run(short.join(" "), order);
  device.run(short.join(" "));
  // No form takes these: a phone number is short, an e-mail is one.
  database.exec(`UPDATE orders SET contact_phone = substr(contact_name, 1, 10)`);
  database.exec(`UPDATE messages SET email = name || '@example.org'`);
  database.close();
}

async function listen(page: Page, zoo: Zoo) {
  const ran: string[] = [];
  await page.exposeFunction("zooRan", () => void ran.push(page.url()));
  // Pictures elsewhere are none here.
  await page.route(
    (url) => !url.href.startsWith(zoo.url),
    (route) => route.fulfill({ status: 404 }),
  );
  page.on("dialog", (dialog) => void dialog.dismiss());
  return ran;
}

/** Addresses of a page that run something when they are followed, what runs with an event, and whether a payload is read. */
const lookAt = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const dangerous = elements.flatMap((element) =>
      ["href", "src", "action", "formaction", "data", "xlink:href", "srcdoc"]
        .map((name) => element.getAttribute(name) ?? "")
        .filter((value) => /^[\s\u0000-\u001f]*(javascript|vbscript|data:text)/i.test(value)),
    );
    const handlers = elements.filter((element) =>
      [...element.attributes].some(({ name }) => /^on/i.test(name)),
    ).length;
    return { dangerous, handlers, isRead: document.body.innerText.includes("zooRan") };
  });

test(`${PAYLOADS.length} payloads in every text that is kept run on no screen @script`, async ({
  page,
  zoo,
  allow,
}) => {
  test.setTimeout(240_000);
  allow(/404|layout shift/); // its pictures are none, and what stands for them is another size
  const { owner, animals, short, pending, first, qr, own } = await hostileZoo(zoo);
  const ran = await listen(page, zoo);
  await signIn(page, owner);

  // The control: the same listener hears a script that is really there.
  await page.goto("/terms");
  await page.evaluate(() => {
    document.createElement("div").innerHTML = "<img src='data:,' onerror='zooRan(1)'>";
  });
  await expect.poll(() => ran.splice(0).length).toBe(1);

  const day = zooDayIn(3);
  await page.goto(`${HOME}/capacity?day=${day}`);
  const notes = page.locator("#day").getByLabel("Note");
  await notes.fill(short.find((text) => !/[\u2028\t]/.test(text))!);
  await page.locator("#day").getByLabel("Evening").fill("1");
  await page.locator("#day").getByRole("button", { name: /^Save/ }).click();

  const search = encodeURIComponent(short.slice(0, 1).join(" ").slice(0, 90));
  const typed = PAYLOADS.map((payload) => encodeURIComponent(payload));
  const screens = [
    ...["/", "/animals", `/animals?q=${search}&category=${search}`, "/animals?page=2", "/contact"],
    ...animals.slice(0, 6).map((id) => `/animals/${id}`),
    `/tickets?date=${search}&slot=${search}&adult=${search}&promoCode=${search}`,
    `/tickets/find?asked=${search}`,
    own(pending),
    `${own(pending)}?confirm=cancel`,
    own(first),
    `/t/${qr}`,
    `/t/${search}`,
    `/nowhere/${search}`,
    HOME,
    `${HOME}/animals`,
    `${HOME}/animals?q=${search}&confirm=delete&id=${animals[0]}`,
    `${HOME}/animals/${animals[1]}/edit`,
    `${HOME}/orders`,
    `${HOME}/orders?q=${search}&status=${search}`,
    `${HOME}/orders/${first._id}`,
    `${HOME}/orders/${pending._id}?confirm=delete&id=${pending._id}`,
    `${HOME}/payments`,
    `${HOME}/reports?from=${search}&to=${search}`,
    `${HOME}/messages`,
    `${HOME}/messages?q=${search}&confirm=clear`,
    `${HOME}/check-in`,
    `${HOME}/check-in?scan=${search}`,
    `${HOME}/gate-devices`,
    `/gate/pair/${search}`,
    `${HOME}/admins`,
    `${HOME}/admins?q=${search}&role=${search}`,
    `${HOME}/capacity?day=${day}`,
    `${HOME}/capacity?day=${day}&close=1&note=${search}`,
    `${HOME}/audit`,
    `${HOME}/audit?target=${search}`,
    `${HOME}/outbox`,
    `${HOME}/outbox?q=${search}&state=${search}`,
    `${HOME}/outbox/1`,
    `${HOME}/settings`,
    ...typed.slice(0, 12).map((payload) => `${HOME}/orders/${payload}`),
    ...typed.slice(12, 24).map((payload) => `/animals?q=${payload}`),
  ];
  const asked = sampled(screens, 3);
  let shown = 0;
  for (const screen of asked) {
    const response = await page.goto(screen);
    expect(response?.status(), screen).toBeLessThan(500);
    const { isRead, ...found } = await lookAt(page);
    expect({ screen, ...found }).toEqual({ screen, dangerous: [], handlers: 0 });
    if (isRead) shown += 1;
  }
  const most = asked.length * 0.75;
  expect(shown, "screens on which some payload is read as text").toBeGreaterThan(most);
  expect(ran).toEqual([]);
});
