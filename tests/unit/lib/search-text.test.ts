import { expect, test } from "vitest";
import { messageSearch, listMessages, sendMessage } from "~/features/messages/messages.server";
import { ListMessages } from "~/features/messages/message.schema";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { listAdmins } from "~/features/admins/admins.server";
import { ListAdmins } from "~/features/admins/admin.schema";
import { listAnimals } from "~/features/animals/animals.server";
import { ListAnimals } from "~/features/animals/animal.schema";
import { normalizePhone } from "~/features/orders/order-contact";
import { PlaceOrder } from "~/features/orders/order.schema";
import { normalizeCode, searchedOrderId } from "~/features/tickets/ticket-code";
import { requiredEmail, wholeNumber } from "~/lib/text-fields.schema";
import { asciiDigits, compactCode } from "~/lib/text/clean-text";
import { foldText, hasTerms, searchTerms } from "~/lib/text/search-text";
import { anAdmin, anAnimal, anOrder, anOrderBody, asStaff } from "../../support/data/factories";
import { countsFromForm } from "~/features/tariff/tariff";
import { tariff } from "~/features/tariff/tariff.server";

/** Stored, and typed by somebody who looks for it. */
const FOUND = [
  ["O’Brien", "O'Brien"],
  ["O'Brien", "o’brien"],
  ["Priya  Raghunathan", "Raghunathan Priya"],
  ["Anne-Marie Rao", "anne marie"],
  ["Anne Marie Rao", "Anne‑Marie"],
  ["Priya\u00a0Rao", "rao, priya"],
  ["José Ñandú", "NANDU jose"],
  ["Søren Łęcki", "soren lecki"],
  ["Straße", "strasse"],
  ["मोर", "मोर"],
  ["ज़ेबरा", "जेबरा"],
  ["क्\u200dषमा", "क्षमा"],
  ["कमरा १२३", "123"],
  ["İstanbul", "istanbul"],
] as const;
const NOT_FOUND = [
  ["मोर", "मार"],
  ["কোকিল", "কে"],
  ["O’Brien", "O’Bryan"],
] as const;

const owner = () => asStaff(anAdmin({ role: "owner", name: "Nobody" }));
const SEARCHES = {
  orders: (name: string, q: string) => {
    anOrder({ contact: { ...anOrderBody().contact, name } });
    return listOrders(owner(), ListOrders.parse({ q }), { byPhone: true });
  },
  messages: (name: string, q: string) => {
    sendMessage({ name, email: "", subject: "", body: "…" });
    return listMessages(owner(), ListMessages.parse({ q }));
  },
  admins: (name: string, q: string) => {
    anAdmin({ name });
    return listAdmins(owner(), ListAdmins.parse({ q }));
  },
  animals: (name: string, q: string) => {
    anAnimal({ name, title: "", category: "", description: "" });
    return listAnimals(ListAnimals.parse({ q }));
  },
};

test.each(Object.entries(SEARCHES))("%s are found however a name is written", (_, search) => {
  for (const [name, q] of FOUND) expect(search(name, q).items, `${q} in ${name}`).not.toEqual([]);
});

test.each(Object.entries(SEARCHES))("%s of other names are not found", (_, search) => {
  for (const [name, q] of NOT_FOUND) expect(search(name, q).items, `${q} in ${name}`).toEqual([]);
});

test("one or two letters are found in a text where its folding has them, and nowhere else", () => {
  const texts = [
    "O'Brien-Smith <a.b+c@zoo.test>",
    "ZV-7H2B",
    "x|y (^$*?[]{}\\)",
    "Straße",
    "क्षमा -",
  ];
  const parts = texts.flatMap((text) =>
    [...foldText(text).matchAll(/(?=(\S\S?))/g)].map(([, part = ""]) => part),
  );
  for (const text of texts)
    for (const part of parts)
      expect(hasTerms(text, part), `${part} in ${text}`).toBe(foldText(text).includes(part));
  expect(hasTerms("Anne-Marie Rao", "em ao")).toBe(true);
  expect(hasTerms("Anne-Marie Rao", "em oa")).toBe(false);
});

test("an order is found by its number in any notation", () => {
  const { id } = anOrder();
  for (const q of [id, `#${id}`, id.replace("-", ""), id.toLowerCase(), `${id.replace("-", "–")}.`])
    expect(listOrders(owner(), ListOrders.parse({ q })).items.map((each) => each.id)).toEqual([id]);
  expect(searchedOrderId(" #zv 7g0I")).toBe("ZV-7G01");
  expect(normalizeCode("\u202azv‑7go1\u202c")).toBe("ZV7G01");
});

test.each([
  ["\u202a+91 98450‑12345\u202c", "9845012345"],
  ["0091 98450 12345", "9845012345"],
  ["09845012345", "9845012345"],
  ["919845012345", "9845012345"],
  ["98450–12345", "9845012345"],
  ["98.450.123.45", "9845012345"],
  ["९८४५०१२३४५", "9845012345"],
  ["+44 (0)20 7946 0000", "+442079460000"],
  ["0044 20 7946 0000", "+442079460000"],
  ["front desk", "front desk"],
])("the phone %j is %s", (typed, phone) => expect(normalizePhone(typed)).toBe(phone));

test("an order takes a foreign phone, and an Indian one of ten digits", () => {
  const body = anOrderBody();
  const parse = (phone: string) =>
    PlaceOrder.safeParse({ ...body, contact: { ...body.contact, phone } });
  expect(parse("+44 20 7946 0000").data?.contact.phone).toBe("+442079460000");
  for (const wrong of ["98450123456", "+9198450123456", "+1234567890123456"])
    expect(parse(wrong).error?.issues[0]?.message).toBe("Phone can have at most 10 characters");
});

test("an e-mail address is taken as it is pasted", () => {
  const email = requiredEmail("Enter an e-mail");
  for (const typed of [
    "asha\u200b@zoo.test",
    "mailto:asha@zoo.test",
    "asha@zoo.test,",
    "ａsha＠zoo.test",
  ])
    expect(email.parse(typed), typed).toBe("asha@zoo.test");
});

test("numbers are read in any script", () => {
  expect(countsFromForm({ adult: " २\u200e", child: "３" }, tariff(), Number)).toEqual({
    adult: 2,
    child: 3,
    senior: 0,
  });
  expect(wholeNumber("A number", 0, 2_000).parse("१५०\u00a0")).toBe(150);
});

test("codes and digits of any script", () => {
  expect(asciiDigits("१२३ ٤٥٦ ７８９ 0")).toBe("123 456 789 0");
  expect(compactCode(" zoo‑10\u200b")).toBe("ZOO10");
  expect(searchTerms("zebra, “lion” #7H2B")).toEqual(["zebra", "lion", "7h2b"]);
  expect(foldText("Don't")).toBe(foldText("Don’t"));
});

test("what is not in the index yet is found, too", () => {
  sendMessage({ name: "Asha", email: "", subject: "", body: "Where are the otters?" });
  expect(messageSearch.isBehind()).toBe(true);
  expect(listMessages(owner(), ListMessages.parse({ q: "otters" })).items).toHaveLength(1);
  expect(messageSearch.isBehind()).toBe(false);
});
