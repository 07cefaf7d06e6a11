import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { outbox } from "db/schema";
import { addDays } from "~/lib/dates";
import { env } from "~/env.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { endpoints, type Endpoint } from "~/api/endpoints";
import { createFormToken } from "~/lib/http/form-token.server";
import { LIMITS, SHARED_LIMITS, SLOWDOWN } from "~/lib/http/rate-limits";
import { orderAccessKey } from "~/features/orders/orders.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { call, send } from "../../support/site/app";
import { document } from "../../support/site/documented";
import { anAdmin, anOrder, anOrderBody, bearerOf, quickHash } from "../../support/data/factories";

const PASSWORD = "correct horse 9";
const hash = quickHash(PASSWORD);
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * MINUTE }));
afterEach(() => {
  vi.useRealTimers();
  env.RATE_LIMITS = "on";
  tokens.clear();
});

let last = 0;
/** An address that nobody had before. */
const newClient = () => `203.0.113.${(last += 1)}`;

const times = async <T>(count: number, ask: (at: number) => Promise<T>) => {
  const answers: T[] = [];
  for (let at = 0; at < count; at += 1) answers.push(await ask(at));
  return answers;
};
const statuses = (answers: { status: number }[]) => [
  ...new Set(answers.map(({ status }) => status)),
];

const logIn = (email: string, password: string, clientIp: string, cookie = "") =>
  call("POST /admin/login", { body: { email, password }, clientIp, headers: { cookie } });
const deviceOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith("zoo_device="))!
    .split(";")[0]!;

const forOne = () => ({ ...anOrderBody(), items: [{ ticketType: "adult", quantity: 1 }] });

/** One more than the limit, by each line that has one. */
const ASKED: Record<
  string,
  (clientIp: string) => Promise<{ status: number; headers: Headers; body: any }>
> = {
  "POST /order": (clientIp) => call("POST /order", { body: forOne(), clientIp }),
  "POST /message": (clientIp) =>
    call("POST /message", { body: { name: "Joy", body: "Parking?" }, clientIp }),
  "POST /order/{id}/payments": (clientIp) => {
    const { id } = anOrder();
    const body = { key: orderAccessKey(id) };
    return call("POST /order/{id}/payments", { params: { id }, body, clientIp });
  },
  "GET /order/verify": (clientIp) =>
    call("GET /order/verify", { query: { code: "0".repeat(20) }, clientIp }),
  "POST /admin/login": (clientIp) => logIn("ravi@zoo.test", "wrong", clientIp),
  "POST /admin/change-password": (clientIp) => guessOwn("POST", clientIp),
  "PATCH /admin/change-password": (clientIp) => guessOwn("PATCH", clientIp),
};

/** Somebody at each client who is signed in and does not know the password. */
const tokens = new Map<string, Promise<string>>();
async function guessOwn(method: "POST" | "PATCH", clientIp: string) {
  if (!tokens.has(clientIp)) tokens.set(clientIp, bearerOf("editor"));
  return call(`${method} /admin/change-password`, {
    body: { currentPassword: "wrong", newPassword: "correct horse 10" },
    headers: { authorization: `Bearer ${await tokens.get(clientIp)}` },
    clientIp,
  });
}

/** What the documentation says to somebody who asked too often. */
function documentedRefusal(line: string) {
  const [method = "", path = ""] = line.split(" ");
  const { content } = document.paths[path]?.[method.toLowerCase()]?.responses[429] ?? {};
  return (content?.["application/json"]?.example as { message: string }).message;
}

describe.each(
  Object.entries(endpoints as Record<string, Endpoint>).filter(([, line]) => line.limit),
)("%s", (line, { limit = "orders" }) => {
  const { points, minutes } = LIMITS[limit];

  beforeEach(() => void anAdmin({ email: "ravi@zoo.test", passwordHash: hash }));

  test(`is limited to ${points} in ${minutes} minutes, with Retry-After`, async () => {
    const client = newClient();

    const within = await times(points, () => ASKED[line]!(client));
    const beyond = await ASKED[line]!(client);
    const neighbour = await ASKED[line]!(newClient());

    expect(statuses(within)).not.toContain(429);
    expect(beyond.status).toBe(429);
    expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(minutes * 60 - 60);
    expect(Number(beyond.headers.get("retry-after"))).toBeLessThanOrEqual(minutes * 60);
    expect(beyond.body.message).toBe(
      `Too many ${limit} from here; try again in ${minutes} minute${minutes === 1 ? "" : "s"}`,
    );
    expect(beyond.body.message).toBe(documentedRefusal(line));
    expect(neighbour.status).toBe(within[0]!.status);
  });

  test("has no limit if limits are off or the address unknown", async () => {
    const unknown = await times(points + 1, () => ASKED[line]!(undefined as unknown as string));
    env.RATE_LIMITS = "off";
    const off = await times(points + 1, () => ASKED[line]!("203.0.113.250"));

    expect(statuses([...unknown, ...off])).not.toContain(429);
  });
});

test("reschedules are limited per client across orders", async () => {
  const clientIp = newClient();
  const days = [3, 4].map((ahead) => addDays(toLocalDate(), ahead));
  const visitDate = addDays(toLocalDate(), 5);
  const ids = [anOrder({ visitDate }).id, anOrder({ visitDate }).id];
  const move = (at: number, from = clientIp, slot = "morning") => {
    const body = new URLSearchParams({ intent: "move", date: days[(at >> 1) % 2]!, slot });
    return send(
      `${visitorOrderPath({ id: ids[at % 2]!, linkVersion: 0 })}?_data=routes/public/order`,
      { method: "POST", body },
      from,
    );
  };
  const { points } = LIMITS.moves;

  await times(points, (at) => move(at, clientIp, "night")); // what makes no sense is not counted
  const within = await times(points, (at) => move(at));
  const beyond = await move(points);

  expect(statuses(within)).toEqual([204]);
  expect([beyond.status, beyond.headers.get("retry-after")]).toEqual([429, "600"]);
  expect(await beyond.text()).toContain("Too many moves from here; try again in 10 minutes");
  expect((await move(points, newClient())).status).toBe(204);
  expect(db.select().from(outbox).all()).toHaveLength(ids.length);
});

test("a whole /64 of IPv6 addresses is one client", async () => {
  await times(5, (at) => ASKED["POST /message"]!(`2001:db8:1:2::${at}`));

  const same = await ASKED["POST /message"]!("2001:db8:1:2:ffff::9");
  const other = await ASKED["POST /message"]!("2001:db8:1:3::1");

  expect([same.status, other.status]).toEqual([429, 201]);
});

test("abbreviated zeros make the same client", async () => {
  await times(5, (at) => ASKED["POST /message"]!(`2001:db8::${at + 1}:2:3`));

  const same = ["2001:db8::ff:0:9", "2001:db8::1", "2001:db8:0:0:4:3:2:1"];
  for (const ip of same) expect((await ASKED["POST /message"]!(ip)).status).toBe(429);
  expect((await ASKED["POST /message"]!("2001:db8:0:1::1")).status).toBe(201);
});

/** What 60 people send who stand behind one address with phones of one kind. */
const QUEUE = {
  book: (at: number, clientIp: string) => {
    const contact = { name: "Joy", email: `queue${at}@example.org`, phone: "" };
    const visitSlot = ["morning", "afternoon", "evening"][at % 3]!;
    return call("POST /order", { body: { ...forOne(), contact, visitSlot }, clientIp });
  },
  write: (at: number, clientIp: string) =>
    call("POST /message", {
      body: { name: "Joy", email: `queue${at}@example.org`, body: "Parking?" },
      clientIp,
    }),
  "ask for a link": (at: number, clientIp: string) => {
    vi.setSystemTime(Date.now() + 3_000); // long enough for a person
    const fields = { email: `queue${at}@example.org`, opened: createFormToken() };
    vi.setSystemTime(Date.now() + 3_000);
    const body = new URLSearchParams(fields);
    return send("/tickets/find", { method: "POST", body }, clientIp);
  },
};

describe.each(Object.entries(QUEUE))("60 people behind one address who %s", (_, ask) => {
  test("are not hindered, and somebody with ever new names is", async () => {
    const clientIp = newClient();
    const began = performance.now();
    const queue = await times(60, (at) => ask(at, clientIp));
    const ms = performance.now() - began;
    const beyond = await ask(60, clientIp);

    expect(statuses(queue).every((status) => status < 400)).toBe(true);
    expect(ms).toBeLessThan(20_000);
    expect(beyond.status).toBe(429);
  });
});

test("a /56 and a /48 of IPv6 have limits of their own", async () => {
  const write = (clientIp: string, at: number) =>
    call("POST /message", {
      body: { name: "Joy", email: `v${at}@example.org`, body: "Hi" },
      headers: { "user-agent": `browser ${at}` },
      clientIp,
    });
  const in48 = (at: number) => `2001:db8:77:${(at * 256).toString(16)}::1`;
  const in56 = (at: number) => `2001:db8:78:${(at % 256).toString(16)}::1`;
  const of48 = await times(SHARED_LIMITS[48] + 1, (at) => write(in48(at % 200), at));
  const of56 = await times(SHARED_LIMITS[56] + 1, (at) => write(in56(at), at));
  const next48 = await write("2001:db8:79::1", 0);

  const passed = [of48, of56].map((all) => all.filter(({ status }) => status === 201).length);
  expect(passed).toEqual([SHARED_LIMITS[48], SHARED_LIMITS[56]]);
  expect(next48.status).toBe(201);
});

test("many requests from one address are slowed down, for at most two seconds", async () => {
  const clientIp = newClient();
  const write = (at: number) =>
    call("POST /message", {
      body: { name: "Joy", email: `v${at}@example.org`, body: "Hi" },
      headers: { "user-agent": `browser ${at}` },
      clientIp,
    });
  await times(SLOWDOWN.from, write);
  const began = performance.now();
  const slowed = await Promise.all(Array.from({ length: 60 }, (_, at) => write(100 + at)));
  const ms = performance.now() - began;

  expect(statuses(slowed)).toEqual([201]);
  expect(ms).toBeGreaterThan(1_900);
  expect(ms).toBeLessThan(5_000);
  expect((await write(999)).status).toBe(429);
});

test("the zoo's own networks have no limit", async () => {
  env.OWN_NETWORKS = ["198.18.0.0/15", "2001:db8:aa::7"];
  const own = await times(30, () => ASKED["POST /message"]!("198.19.4.4"));
  const single = await times(30, () => ASKED["POST /message"]!("2001:db8:aa::7"));
  const other = await times(6, () => ASKED["POST /message"]!("198.20.0.1"));
  env.OWN_NETWORKS = [];

  expect([statuses([...own, ...single]), statuses(other)]).toEqual([[201], [201, 429]]);
});

test("booking form and API share a limit; invalid bookings do not count", async () => {
  const clientIp = newClient();
  const { contact, visitDate, visitSlot } = anOrderBody();
  const fields = { ...contact, date: visitDate, slot: visitSlot, adult: "1", paymentMethod: "upi" };
  const book = (changes = {}) => {
    const body = new URLSearchParams({ intent: "book", ...fields, ...changes });
    return send("/tickets", { method: "POST", body }, clientIp);
  };

  const refused = await times(25, () => book({ email: "no" }));
  await times(10, () => ASKED["POST /order"]!(clientIp));
  const booked = await times(10, () => book());
  const beyond = [await book(), await ASKED["POST /order"]!(clientIp)];

  expect(statuses(refused)).toEqual([400]);
  expect(statuses(booked)).toEqual([302]);
  expect(statuses(beyond)).toEqual([429]);
});

test("a repeated booking is not counted again", async () => {
  const clientIp = newClient();
  const body = forOne();
  const book = (key: string) =>
    call("POST /order", { body, clientIp, headers: { "idempotency-key": key } });

  const atOnce = await Promise.all([1, 2].map(() => book("one-booking")));
  const repeated = [...atOnce, ...(await times(30, () => book("one-booking")))];
  const others = await times(LIMITS.orders.points - 1, (at) => book(`another-${at}`));

  expect(statuses([...repeated, ...others])).toEqual([201]);
  expect((await book("one-too-many")).status).toBe(429);
});

test("a repeat of the last allowed request succeeds", async () => {
  const { contact, visitDate, visitSlot } = anOrderBody();
  const { id } = anOrder({ visitDate: addDays(toLocalDate(), 5), visitSlot: "evening" });
  const stamps = Array.from({ length: LIMITS.messages.points + 1 }, createFormToken);
  vi.setSystemTime(Date.now() + 5_000); // long enough for a person
  const from = `${addDays(toLocalDate(), 5)} evening`;
  const forms = {
    orders: {
      path: "/tickets",
      fields: { ...contact, date: visitDate, slot: visitSlot, adult: "1", paymentMethod: "upi" },
      another: (at: number) => ({ key: `form ${at}` }),
    },
    messages: {
      path: "/contact",
      fields: { name: "Asha Rao", email: "asha@example.org", message: "Hoot?" },
      another: (at: number) => ({ opened: stamps[at] }),
    },
    "group requests": {
      path: "/groups",
      fields: {
        ...{ name: "Asha Rao", email: "asha@example.org", organisation: "Lake School" },
        ...{ pupils: "45", adults: "5", date: visitDate },
      },
      another: (at: number) => ({ opened: stamps[at] }),
    },
    moves: {
      path: visitorOrderPath({ id, linkVersion: 0 }),
      fields: { intent: "move", from, slot: "evening" },
      another: (at: number) => ({ date: addDays(toLocalDate(), 6 + (at % 2)) }),
    },
  };
  for (const [limit, { path, fields, another }] of Object.entries(forms)) {
    const clientIp = newClient();
    const press = async (at: number) => {
      const body = new URLSearchParams({ ...fields, ...another(at) } as Record<string, string>);
      const answer = await send(path, { method: "POST", body }, clientIp);
      return { status: answer.status, to: answer.headers.get("location") };
    };
    const { points } = LIMITS[limit as keyof typeof forms];

    const pressed = await times(points, press);
    const twice = await press(points - 1);
    const more = await press(points);

    expect(statuses(pressed), limit).toEqual([302]);
    expect(twice, limit).toEqual(pressed.at(-1));
    expect(more.status, limit).toBe(429);
  }
});

test("staff have no limit on bookings and ticket lookups", async () => {
  const clientIp = newClient();
  const headers = { authorization: `Bearer ${await bearerOf("editor")}` };
  const unknown = { query: { code: "0".repeat(20) }, clientIp };

  const booked = await times(25, () =>
    call("POST /order", { body: anOrderBody(), clientIp, headers }),
  );
  const looked = await times(40, () => call("GET /order/verify", { ...unknown, headers }));

  expect([statuses(booked), statuses(looked)]).toEqual([[201], [404]]);
});

test("lookups of valid tickets are never limited", async () => {
  anOrder({ status: "paid" });
  const code = sqlite.prepare("SELECT code FROM tickets").pluck().get() as string;
  const clientIp = newClient();

  const looks = await times(60, () => call("GET /order/verify", { query: { code }, clientIp }));

  expect(statuses(looks)).toEqual([200]);
});

describe("signing in", () => {
  test("the right password is never counted, by form or API", async () => {
    const { email } = anAdmin({ passwordHash: hash });
    const client = newClient();

    const answers = await times(30, () => logIn(email, PASSWORD, client));

    expect(statuses(answers)).toEqual([200]);
  });

  test("form and API share a limit", async () => {
    const { email } = anAdmin({ passwordHash: hash });
    const clientIp = newClient();
    const form = () => {
      const body = new URLSearchParams({ email: ` ${email.toUpperCase()}`, password: "wrong" });
      return send("/login", { method: "POST", body }, clientIp);
    };

    const wrong = [
      ...(await times(5, form)),
      ...(await times(5, () => logIn(email, "wrong", clientIp))),
    ];
    const beyond = [await form(), await logIn(email, PASSWORD, clientIp)];

    expect(statuses(wrong)).toEqual([401]);
    expect(statuses(beyond)).toEqual([429]);
    vi.setSystemTime(Date.now() + 16 * MINUTE);
  });

  test("a disabled account's password counts as a failed attempt", async () => {
    const { email } = anAdmin({ active: false, passwordHash: hash });
    const clientIp = newClient();

    const answers = await times(11, () => logIn(email, PASSWORD, clientIp));

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(403), 429]);
  });

  test("invalid input is not counted", async () => {
    const clientIp = newClient();
    const form = () => send("/login", { method: "POST", body: new URLSearchParams() }, clientIp);

    expect(statuses(await times(15, form))).toEqual([400]);
  });

  test("an account's limit does not affect known browsers", async () => {
    const { email } = anAdmin({ role: "owner", passwordHash: hash });
    const home = newClient();
    const known = deviceOf(await logIn(email, PASSWORD, home));

    const guesses = await times(100, (at) => logIn(email, "wrong", `198.51.100.${at}`));
    const stranger = await logIn(email, PASSWORD, newClient());
    const owner = await logIn(email, PASSWORD, home, known);
    const travelling = await logIn(email, PASSWORD, newClient(), known);

    expect(statuses(guesses)).toEqual([401]);
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect([owner.status, travelling.status]).toEqual([200, 200]);
  });

  test("an attacker on the same network cannot lock the owner out", async () => {
    const { email } = anAdmin({ role: "owner", passwordHash: hash });
    const office = newClient();
    const known = deviceOf(await logIn(email, PASSWORD, office));

    await times(12, () => logIn(email, "wrong", office));

    expect((await logIn(email, PASSWORD, office)).status).toBe(429);
    expect((await logIn(email, PASSWORD, office, known)).status).toBe(200);
  });

  test("a known browser has its own limit per account", async () => {
    const [own, other] = [anAdmin({ passwordHash: hash }), anAdmin({ passwordHash: hash })];
    const client = newClient();
    const known = deviceOf(await logIn(own.email, PASSWORD, client));

    const guesses = await times(11, (at) => logIn(own.email, "wrong", `192.0.2.${at}`, known));
    await times(10, () => logIn(other.email, "wrong", client));
    const foreign = await logIn(other.email, PASSWORD, client, known);
    const forged = await logIn(own.email, PASSWORD, newClient(), `${known}x`);

    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect(foreign.status).toBe(429);
    expect(forged.status).toBe(200);
  });

  test("a browser stays known for half a year", async () => {
    const { email } = anAdmin({ passwordHash: hash });
    const { headers } = await logIn(email, PASSWORD, newClient());

    const line = headers.getSetCookie().find((each) => each.startsWith("zoo_device="));
    expect(line).toContain(`; Max-Age=${180 * 24 * 60 * 60};`);
  });

  test("a limited attempt does not count", async () => {
    const { email } = anAdmin({ role: "owner", passwordHash: hash });
    const owner = newClient();
    await times(100, (at) => logIn(email, "wrong", `198.51.100.${at}`));
    vi.setSystemTime(Date.now() + 55 * MINUTE);

    const early = await times(12, () => logIn(email, PASSWORD, owner));
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    const later = await logIn(email, PASSWORD, owner);

    expect(statuses(early)).toEqual([429]);
    expect(later.status).toBe(200);
  });

  test("attempts on many accounts count per client", async () => {
    const client = newClient();
    const { email } = anAdmin({ passwordHash: hash });
    const known = deviceOf(await logIn(email, PASSWORD, client));

    await times(300, () => logIn(anAdmin({ passwordHash: hash }).email, "wrong", client));

    expect((await logIn(email, PASSWORD, client)).status).toBe(429);
    expect((await logIn(email, PASSWORD, client, known)).status).toBe(200);
    expect((await logIn(email, PASSWORD, newClient())).status).toBe(200);
  });
});
