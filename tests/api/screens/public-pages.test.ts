import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { capacityOverrides, messages } from "db/schema";
import { addDays } from "~/lib/dates";
import { getFormToken } from "~/lib/http/form-token.server";
import { CACHEABLE_ROUTES } from "~/lib/http/cacheable-routes";
import { action as postContact } from "~/routes/public/contact";
import { call, cookieOf, send } from "../../support/site/app";
import { anAnimal, anOrder } from "../../support/data/factories";
import { keptAddresses } from "../../support/site/cached-urls";
import { sendAndRender } from "../../support/site/rendered-app";
import { logger } from "~/lib/http/logger.server";
import { nextTimedInvalidation, slotEnd } from "~/features/slots/slot-times.server";

const NEEDED = "Name and message are required";
const SECOND = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const htmlOf = async (path: string, init?: RequestInit) => {
  const response = await sendAndRender(path, init);
  return (await response.text()).replaceAll("<!-- -->", "");
};

/** What the loader or action of a page hands to its screen. */
async function dataOf(path: string, route: string, init?: RequestInit) {
  const joint = path.includes("?") ? "&" : "?";
  const response = await send(`${path}${joint}_data=routes%2Fpublic%2F${route}`, init);
  return {
    status: response.status,
    headers: response.headers,
    data: (await response.json()) as any,
  };
}

describe("pages", () => {
  test.each(["/", "/about", "/contact", "/groups", "/animals", "/tickets", "/privacy", "/terms"])(
    "%s is public and sets no cookie",
    async (path) => {
      const response = await send(path);

      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  /** With what is the same for every page, as who is not signed in gets it; each stamp is another. */
  async function shownAt(path: string, id: string) {
    const joint = path.includes("?") ? "&" : "?";
    const isPage = /^routes\/(public|session)\//.test(id);
    const asked = isPage ? ["root", id].map((of) => `${path}${joint}_data=${of}`) : [path];
    const texts = await Promise.all(asked.map(async (each) => (await send(each)).text()));
    return texts.join("\n").replace(/\d{13}(\.[0-9A-Z]{26}){2}/g, "stamp");
  }

  test("time changes cached pages only at a slot's end or midnight", async () => {
    const { id } = anAnimal();
    const today = "2026-08-05";
    const addresses = keptAddresses(id, today);
    expect(Object.keys(addresses)).toEqual(Object.keys(CACHEABLE_ROUTES));
    const from = slotEnd(today, "morning") - 5 * 60_000;
    const until = slotEnd(addDays(today, 1), "morning");
    let turns = 0;

    for (let [now, span] = [from, new Map<string, string>()]; now < until;) {
      const turn = nextTimedInvalidation(now);
      for (const at of [now, now + 1, now + 61_000, (now + turn) / 2, turn - 1]) {
        vi.setSystemTime(at);
        for (const [route, paths] of Object.entries(addresses)) {
          for (const path of paths) {
            const shown = await shownAt(path, route);
            if (at !== now)
              expect(shown, `${path} at ${new Date(at).toISOString()}`).toBe(span.get(path));
            else if (shown !== span.get(path)) turns += 1;
            span.set(path, shown);
          }
        }
      }
      now = turn;
    }
    expect(turns).toBeGreaterThan(30);
  });

  test("an unknown URL is a 404", async () => {
    expect((await send("/elephants")).status).toBe(404);
    expect((await send("/animals/nobody")).status).toBe(404);
    expect((await send("/animals/nobody/at/all")).status).toBe(404);
  });

  test("a form sent to a page that takes none is no internal error", async () => {
    const init = { method: "POST", body: new URLSearchParams({ name: "Joy" }) };
    const response = await sendAndRender("/about?from=far", init);
    const html = await response.text();

    expect([response.status, /<h1[^>]*>([^<]+)/.exec(html)?.[1]]).toEqual([
      405,
      "Nothing was saved",
    ]);
    expect(html).toMatch(/<a [^>]*href="\/about\?from=far"[^>]*>Open the page</);
  });

  test("the home page describes the zoo to search engines", async () => {
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(
      await htmlOf("/"),
    )!;

    expect(JSON.parse(data)).toMatchObject({
      "@type": ["Zoo", "Organization"],
      url: "http://zoo.test/",
      address: { streetAddress: "Lake Road", addressLocality: "Bengaluru", postalCode: "560001" },
      openingHoursSpecification: [{ opens: "09:00", closes: "18:00" }],
      makesOffer: [
        { name: "Adult ticket", price: 20, priceCurrency: "INR" },
        { name: "Child ticket", price: 10, priceCurrency: "INR" },
        { name: "Senior ticket", price: 15, priceCurrency: "INR" },
      ],
    });
  });

  test("an animal's page has its text and credits stock photos only", async () => {
    const ours = anAnimal({ name: "Red Panda", imageUrl: "/photos/red-panda.webp" });
    const theirs = anAnimal({ name: "Yak", imageUrl: "https://pictures.example/yak.jpg" });
    const none = anAnimal({ name: "Mole" });

    const [panda, yak, mole] = await Promise.all(
      [ours, theirs, none].map(({ id }) => dataOf(`/animals/${id}`, "animal")),
    );

    expect(panda?.data).toMatchObject({
      name: "Red Panda",
      alt: "A red panda resting its chin beside a branch",
      credit: { author: "Mathias Appel", licence: "CC0-1.0" },
    });
    expect(yak?.data).toMatchObject({ alt: "Yak", imageUrl: "https://pictures.example/yak.jpg" });
    expect(yak?.data).not.toHaveProperty("credit");
    expect(mole?.data).toMatchObject({ alt: "", imageUrl: "" });
  });

  test("about credits every photograph with author, licence and source", async () => {
    const { data } = await dataOf("/about", "about");

    expect(data.credits).toHaveLength(30);
    for (const { name, credit } of data.credits) {
      expect(name).not.toBe("");
      expect(credit.author).not.toBe("");
      expect(credit.licenceUrl).toMatch(/^https:\/\/creativecommons\.org\//);
      expect(credit.source).toMatch(/^https:\/\/commons\.wikimedia\.org\//);
    }
  });
});

describe("the catalogue", () => {
  const catalogue = (query: string) => dataOf(`/animals${query}`, "animals");

  test("shows twelve per page and the existing categories", async () => {
    for (let number = 1; number <= 13; number += 1) anAnimal({ name: `Newt ${number}` });
    anAnimal({ name: "Owl", category: "Birds" });

    const { status, data } = await catalogue("");

    expect(status).toBe(200);
    expect(data.results).toMatchObject({ total: 14, page: 1, pages: 2 });
    expect(data.results.animals).toHaveLength(12);
    expect(data.results.animals[0].name).toBe("Owl");
    expect(data.categories).toEqual(["Birds", "Mammals"]);
  });

  test.each(["?page=9", "?page=1000000000", "?page=2"])(
    "%s, when there are two, is the last page",
    async (query) => {
      for (let number = 1; number <= 13; number += 1) anAnimal({ name: `Newt ${number}` });

      const { data } = await catalogue(query);

      expect(data.results.page).toBe(2);
      expect(data.results.animals.map(({ name }: { name: string }) => name)).toEqual(["Newt 1"]);
    },
  );

  test.each(["?page=0", "?page=-3", "?page=two", "?page="])(
    "%s is the first page",
    async (query) => {
      anAnimal({ name: "Owl" });

      const { status, data } = await catalogue(query);

      expect(status).toBe(200);
      expect(data.results.page).toBe(1);
      expect(data.results.animals).toHaveLength(1);
    },
  );

  test("an empty catalogue has one page", async () => {
    const { status, data } = await catalogue("?page=4");

    expect(status).toBe(200);
    expect(data.results).toMatchObject({ animals: [], total: 0, page: 1, pages: 1 });
  });

  test("page size and order are fixed", async () => {
    for (const name of ["Zebra", "Ant", "Bear"]) anAnimal({ name });

    const { status, data } = await catalogue("?limit=1&sort=nonsense");

    expect(status).toBe(200);
    expect(data.results.animals.map(({ name }: { name: string }) => name)).toEqual([
      "Bear",
      "Ant",
      "Zebra",
    ]);
  });

  test("a search that is too long is rejected with its text", async () => {
    anAnimal();
    const q = "a".repeat(201);

    const { status, data } = await catalogue(`?q=${q}`);

    expect(status).toBe(400);
    expect(data).toMatchObject({
      q,
      results: null,
      categories: ["Mammals"],
      failure: "Use at most 200 characters, not 201",
    });
  });

  test("a null character is removed", async () => {
    anAnimal({ name: "Owl" });

    const { data } = await catalogue("?q=%00ow%00l");

    expect(data).toMatchObject({ q: "owl", results: { total: 1 } });
  });

  test("an internal error is logged and displayed without details", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {});
    sqlite.exec("ALTER TABLE animals RENAME TO lost");

    const { status, data } = await catalogue("?q=owl");

    expect(status).toBe(500);
    expect(data).toMatchObject({ q: "owl", results: null });
    expect(data.failure).toContain("Something went wrong on our side");
    expect(log).toHaveBeenCalledOnce();
    const html = await htmlOf("/animals?q=owl");
    expect(html).toContain("Failed to load: Something went wrong on our side");
    expect(html).toMatch(/<a [^>]*href="\/animals\?q=owl"[^>]*>Try again</);
  });
});

test("the home page works without its animals", async () => {
  const log = vi.spyOn(logger, "error").mockImplementation(() => {});
  sqlite.exec("ALTER TABLE animals RENAME TO lost");

  const { status, data } = await dataOf("/?index", "home");

  expect(status).toBe(500);
  expect(data.animals).toEqual([]);
  expect(data.failure).toContain("Something went wrong on our side");
  expect(log).toHaveBeenCalledOnce();
  const html = await htmlOf("/");
  for (const words of ["Failed to load animals: Something went", "Try again", "Why Visit Us"]) {
    expect(html).toContain(words);
  }
});

describe("the contact form", () => {
  const open = async () => (await dataOf("/contact", "contact")).data.opened as string;

  /** A form that a person filled in, after so many seconds. */
  async function filled(changes: Record<string, string> = {}, seconds = 30) {
    const opened = await open();
    vi.setSystemTime(Date.now() + seconds * SECOND);
    return {
      name: "Asha Rao",
      email: "asha@example.org",
      subject: "Strollers",
      message: "Are the trails fit for a stroller?",
      website: "",
      opened,
      ...changes,
    };
  }

  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    dataOf("/contact", "contact", { method: "POST", body: new URLSearchParams(fields), headers });

  /** As it comes from a server that knows where the client is. */
  function postFrom(clientIp: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields);
    const request = new Request("http://zoo.test/contact", { method: "POST", body });
    return postContact({ request, context: { clientIp }, params: {} });
  }

  const kept = () => db.select().from(messages).all();

  test("a message is stored and confirmed once", async () => {
    const fields = await filled();

    const response = await send("/contact", { method: "POST", body: new URLSearchParams(fields) });

    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/contact?sent=1#main");
    expect(response.headers.getSetCookie().join()).toMatch(/^zoo_toast=.+; HttpOnly/);
    expect(kept()).toMatchObject([
      {
        name: "Asha Rao",
        email: "asha@example.org",
        subject: "Strollers",
        body: "Are the trails fit for a stroller?",
        read: false,
        archived: false,
      },
    ]);
    expect((await dataOf("/contact?sent=1", "contact")).data.sent).toBe(true);
    expect((await dataOf("/contact", "contact")).data.sent).toBe(false);
  });

  test("the subject is optional, and a line end counts once", async () => {
    const lines = Array.from({ length: 2_500 }, () => "a");
    const fields = await filled({ subject: " ", message: lines.join("\r\n") });

    await send("/contact", { method: "POST", body: new URLSearchParams(fields) });

    expect(kept()).toMatchObject([{ subject: "", body: lines.join("\n") }]);
  });

  test.each([
    [{ name: " " }, [["name", NEEDED]]],
    [{ message: "\n" }, [["message", NEEDED]]],
    [{ email: "" }, [["email", "Email is required"]]],
    [{ email: "asha at home" }, [["email", "Enter a valid email."]]],
    [{ subject: "s".repeat(201) }, [["subject", "Use at most 200 characters, not 201"]]],
    [{ message: "m".repeat(5_001) }, [["message", "Use at most 5000 characters, not 5001"]]],
    [
      { name: "", email: "", message: "" },
      [
        ["name", NEEDED],
        ["email", "Email is required"],
        ["message", NEEDED],
      ],
    ],
  ])("%j is rejected with field errors and the input", async (changes, issues) => {
    const fields = await filled(changes as Record<string, string>);

    const { status, data } = await post(fields);

    expect(status).toBe(400);
    expect(data.issues).toEqual(issues.map(([path, message]) => ({ path, message })));
    expect(data.values).toEqual(fields);
    expect(kept()).toEqual([]);
  });

  test("a bot that fills the honeypot is rejected", async () => {
    const { status, data } = await post(await filled({ website: "https://spam.example" }));

    expect(status).toBe(400);
    expect(data).toMatchObject({ message: "Please press Send message again.", issues: [] });
    expect(kept()).toEqual([]);
    const body = new URLSearchParams(await filled({ website: "https://spam.example" }));
    const [field] = /<input[^>]* name="website"[^>]*>/.exec(
      await htmlOf("/contact", { method: "POST", body }),
    )!;
    expect(field, "a browser that filled it in can press again").not.toContain("spam");
  });

  test("whose honeypot is filled every time is sent with the second press, marked for staff", async () => {
    const fields = await filled({ website: "Filled by a password manager" });
    const first = await post(fields);
    expect([first.status, first.data.values.opened]).toEqual([400, fields.opened]);

    const sent = await send("/contact", { method: "POST", body: new URLSearchParams(fields) });

    expect(sent.status).toBe(302);
    expect(kept()).toMatchObject([{ name: "Asha Rao", mayBeSpam: true }]);
    const path = "/admin/dashboard/messages?_data=routes/admin/messages";
    const screen = await send(path, { headers: { cookie: await cookieOf("owner") } });
    expect((await screen.json()).messages).toMatchObject([{ mayBeSpam: true }]);
    expect((await call("GET /message", { as: "owner" })).body.data.items[0]).not.toHaveProperty(
      "mayBeSpam",
    );
  });

  describe("once a client has sent two messages", () => {
    let client = "";
    let clients = 100;

    /** Those may be as quick as they like: browsers fill fields in by themselves. */
    beforeEach(async () => {
      client = `203.0.113.${(clients += 1)}`;
      const quick = await filled({ opened: "" }, 0);
      expect((await postFrom(client, quick)).status).toBe(302);
      expect((await postFrom(client, quick)).status).toBe(302);
    });

    const third = async (fields: Record<string, string>, clientIp = client) => {
      const init = { method: "POST", body: new URLSearchParams(fields) };
      const answer = await send("/contact?_data=routes/public/contact", init, clientIp);
      return { status: answer.status, data: answer.ok ? null : ((await answer.json()) as any) };
    };
    const said = () => kept().length - 2;

    test.each([
      ["answers at once", {}, 1],
      ["made its own proof", { opened: `${Date.now() - 60_000}.AAAAAAAAAAAAAAAAAAAAAAAAAA` }, 30],
      ["never opened the form", { opened: "" }, 30],
    ])("a bot that %s is rejected", async (_, changes, seconds) => {
      const { status, data } = await third(await filled(changes, seconds));

      expect(status).toBe(400);
      const message = "Please check your details and press Send message again.";
      expect(data).toMatchObject({ message, issues: [] });
      expect(said()).toBe(0);
    });

    test("a forged form time is rejected", async () => {
      const fields = await filled({}, 1);
      const [at, ...rest] = fields.opened.split(".");
      const opened = [Number(at) - 60 * SECOND, ...rest].join(".");

      expect([(await third({ ...fields, opened })).status, said()]).toEqual([400, 0]);
    });

    test("a fast submission with an invalid field gets the field error", async () => {
      const { status, data } = await third(await filled({ name: " " }, 1));

      expect(status).toBe(400);
      expect(data.issues).toEqual([{ path: "name", message: NEEDED }]);
    });

    test("the minimum time is two seconds", async () => {
      const sentAfter = async (seconds: number) => {
        vi.setSystemTime(Math.ceil(Date.now() / SECOND) * SECOND); // stamps tell whole tenths
        return (await third(await filled({}, seconds))).status;
      };

      expect([await sentAfter(1.999), await sentAfter(2)]).toEqual([400, 204]);
      expect(said()).toBe(1);
    });

    test("a fast person can submit again", async () => {
      const { data } = await third(await filled({}, 1));
      vi.setSystemTime(Date.now() + 2 * SECOND);

      expect((await third(data.values)).status).toBe(204);
      expect(said()).toBe(1);
    });

    test("a clock set back does not delay a submission", async () => {
      expect((await third(await filled({}, -3_600))).status).toBe(204);
      expect(said()).toBe(1);
    });

    test("another client is not affected", async () => {
      expect((await third(await filled({}, 0), "203.0.113.99")).status).toBe(204);
    });
  });

  test("a page has a token placeholder only for caching servers", () => {
    expect(getFormToken({ formTokenPlaceholder: "to be stamped" })).toBe("to be stamped");
    expect(getFormToken({})).toMatch(/^\d{13}\.\w{26}\.\w{26}$/);
  });

  test("the sixth message in ten minutes is rate limited", async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await postFrom("203.0.113.7", await filled({}, 3))).status).toBe(302);
    }
    const fields = await filled({}, 3);
    const sixth = await postFrom("203.0.113.7", fields);
    const neighbour = await postFrom("203.0.113.8", fields);

    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(await sixth.json()).toMatchObject({
      message: expect.stringMatching(/^Too many messages from here; try again in \d+ minutes$/),
      values: fields,
    });
    expect(neighbour.status).toBe(302);
    expect(kept()).toHaveLength(6);
  });

  test("a rejected message does not count towards the limit", async () => {
    const wrong = await filled({ email: "nowhere" });

    for (let tried = 0; tried < 6; tried += 1) {
      expect((await postFrom("203.0.113.9", wrong)).status).toBe(400);
    }

    expect((await postFrom("203.0.113.9", await filled())).status).toBe(302);
  });

  test("an error while saving is logged and preserves the message", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {});
    const fields = await filled();
    sqlite.exec("ALTER TABLE messages RENAME TO lost");

    const { status, data } = await post(fields);

    expect(status).toBe(500);
    expect(data).toEqual({
      message:
        "Failed to send message: Something went wrong on our side. Please try again in a moment.",
      issues: [],
      values: fields,
      isInternalError: true,
      isCompleteMessage: true,
    });
    expect(log).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.mock.calls)).not.toContain(fields.message);
  });

  test("a form on another site cannot send messages", async () => {
    const { status } = await post(await filled(), { origin: "https://elsewhere.example" });

    expect(status).toBe(403);
    expect(kept()).toEqual([]);
  });
});

describe("files for crawlers", () => {
  test("the sitemap lists public pages and animals with dates", async () => {
    const { id } = anAnimal({ updatedAt: Date.UTC(2025, 7, 30, 4, 30) });

    const response = await send("/sitemap.xml");
    const xml = await response.text();

    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    for (const path of ["", "about", "contact", "animals", "tickets", "tickets/find", "api/docs"]) {
      expect(xml).toContain(`<url><loc>http://zoo.test/${path}</loc></url>`);
    }
    expect(xml).toContain("/terms</loc><lastmod>2025-08-21</lastmod>");
    expect(xml).toContain(`/animals/${id}</loc><lastmod>2025-08-30T04:30:00.000Z</lastmod>`);
    expect(xml).not.toMatch(/admin|login|order/);
  });

  test("robots.txt excludes exactly the private paths", async () => {
    const text = await (await send("/robots.txt")).text();
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
    const isClosed = (path: string) => closed.some((start) => path.startsWith(start));

    expect(text).toMatch(/^User-agent: \*$/m);
    expect(text).toMatch(/^Sitemap: http:\/\/zoo\.test\/sitemap\.xml$/m);
    for (const path of [
      "/admin/dashboard",
      "/api/v1/order",
      "/order/ZV-1/KEY",
      "/t/CODE",
      "/login",
    ]) {
      expect(isClosed(path), path).toBe(true);
    }
    for (const path of [
      "/",
      "/about",
      "/animals",
      "/animals/x",
      "/contact",
      "/tickets",
      "/terms",
      "/api/docs",
    ]) {
      expect(isClosed(path), path).toBe(false);
    }
  });

  test("the manifest has the name and existing icons", async () => {
    const response = await send("/site.webmanifest");
    const manifest = await response.json();

    expect(response.headers.get("content-type")).toBe("application/manifest+json");
    expect(manifest).toMatchObject({ name: "Zoo Verse", start_url: "/", theme_color: "#0f3d2a" });
    expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
      "/icon-192.png",
      "/icon-512.png",
      "/favicon.svg",
    ]);
  });
});

describe("a slot that cannot be booked", () => {
  const [TODAY, TOMORROW] = ["2026-08-05", "2026-08-06"];
  const atZooTime = (time: string) =>
    void vi.setSystemTime(Date.parse(`${TODAY}T${time}:00+05:30`));
  const capacity = (visitDate: string, visitSlot: "morning" | "evening", places: number) =>
    db.insert(capacityOverrides).values({ visitDate, visitSlot, capacity: places }).run();

  test.each([
    ["08:00", { date: TODAY, slot: "morning" }],
    ["11:59", { date: TODAY, slot: "morning" }],
    ["12:00", { date: TODAY, slot: "afternoon" }],
    ["17:59", { date: TODAY, slot: "evening" }],
    ["18:00", { date: TOMORROW, slot: "afternoon" }],
  ])("is not the home page's default at %s", async (time, visit) => {
    atZooTime(time);
    capacity(TOMORROW, "morning", 0);

    expect((await dataOf("/?index", "home")).data.visit).toEqual(visit);
  });

  test.each([
    ["08:00", "morning", "morning"],
    ["12:00", "morning", ""],
    ["12:00", "evening", "evening"],
  ])("is not preselected by a link at %s: %s", async (time, slot, chosen) => {
    atZooTime(time);

    const { data } = await dataOf(`/tickets?date=${TODAY}&slot=${slot}&adult=2`, "tickets");

    expect(data.values).toMatchObject({ date: TODAY, slot: chosen, adult: "2" });
  });

  test("is not preselected after it filled meanwhile", async () => {
    atZooTime("08:00");
    capacity(TOMORROW, "evening", 2);
    anOrder({ visitDate: TOMORROW, visitSlot: "evening" });

    const body = new URLSearchParams({
      intent: "book",
      date: TOMORROW,
      slot: "evening",
      adult: "1",
      paymentMethod: "upi",
      name: "Asha Rao",
      email: "asha@example.org",
    });
    const { status, data } = await dataOf("/tickets", "tickets", { method: "POST", body });

    expect(status).toBe(409);
    expect(data.values).toMatchObject({ date: TOMORROW, slot: "", name: "Asha Rao" });
  });
});
