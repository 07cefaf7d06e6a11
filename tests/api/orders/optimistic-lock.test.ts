import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { FormContext } from "~/components/form/form-state";
import { ShownField } from "~/components/form/version-field";
import { ANIMAL_FIELDS } from "~/features/animals/animal.rules";
import { CHANGED_MEANWHILE } from "~/lib/optimistic-lock";
import { pick } from "~/lib/pick";
import { findAdmin } from "~/features/admins/admins.server";
import { findAnimal } from "~/features/animals/animals.server";
import { orderById } from "~/features/orders/orders.server";
import { cookieOf, send } from "../../support/site/app";
import { anAdmin, anAnimal, anOrder, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));

function formOf(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The screen of a form, and what it answers to a post. */
async function screen(path: string, route: string) {
  const cookie = await cookieOf("owner");
  const door = `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(`routes/admin/${route}`)}`;
  const data = async (init: RequestInit = {}) => {
    const response = await send(door, { ...init, headers: { cookie } });
    return { status: response.status, data: (await response.json().catch(() => null)) as any };
  };
  return {
    shown: async () => (await data()).data,
    post: (fields: Record<string, string>) =>
      data({ method: "POST", body: new URLSearchParams(fields) }),
    upload: (fields: Record<string, string>) => data({ method: "POST", body: formOf(fields) }),
  };
}

test("an outdated admin form is rejected once, then saves", async () => {
  const { id } = anAdmin({ role: "admin", updatedAt: 5 });
  const { shown, post } = await screen(`/admin/dashboard/admins?edit=${id}`, "admins");
  const { version } = (await shown()).form.admin;
  expect(version).toBe(5);

  const typed = { name: "Meera Iyer", email: "meera@zoo.test", role: "admin", active: "on" };
  const stale = await post({ intent: "edit", id, ...typed, seenAt: "4" });
  expect(stale).toMatchObject({ status: 409, data: { values: typed } });
  expect(stale.data.message).toMatch(/^Someone else has changed this admin/);
  expect(findAdmin(owner(), id).name).not.toBe(typed.name);

  expect((await post({ intent: "edit", id, ...typed, seenAt: String(version) })).status).toBe(204);
  expect(findAdmin(owner(), id).name).toBe(typed.name);
});

test("an outdated animal form is rejected once, then saves", async () => {
  const { id } = anAnimal({ description: "Spotted.", updatedAt: 5 });
  const path = `/admin/dashboard/animals/${id}/edit`;
  const { shown, upload } = await screen(path, "animal-edit");
  const { version } = await shown();
  expect(version).toBe(5);

  const typed = {
    name: "Quoll",
    title: "Eastern",
    category: "Mammal",
    description: "Striped all over.",
  };
  const stale = await upload({ ...typed, seenAt: "4" });
  expect(stale).toMatchObject({ status: 409, data: { values: typed } });
  expect(stale.data.message).toMatch(/^Someone else has changed this animal/);
  expect(findAnimal(id).description).toBe("Spotted.");

  expect((await upload({ ...typed, seenAt: String(version) })).status).toBe(204);
  expect(findAnimal(id).description).toBe("Striped all over.");
});

test("an outdated order form is rejected once with what was typed, then saves", async () => {
  const { id, updatedAt } = anOrder();
  const { post } = await screen(`/admin/dashboard/orders/${id}`, "order");

  const typed = { name: "Asha Rao", email: "asha@example.org", phone: "9123456780" };
  const stale = await post({ intent: "contact", ...typed, seenAt: String(updatedAt - 1) });
  expect(stale).toMatchObject({ status: 409, data: { values: typed } });
  expect(stale.data.message).toMatch(/^Someone else has changed this order/);
  expect(orderById(id).contactPhone).not.toBe(typed.phone);

  const saved = await post({ intent: "contact", ...typed, seenAt: String(updatedAt) });
  expect([saved.status, orderById(id).contactPhone]).toEqual([204, typed.phone]);
});

describe("two people with the same form", () => {
  const shown = (fields: object) => JSON.stringify(fields);

  test("save different fields of an order, and only the same field is refused", async () => {
    const { id, updatedAt } = anOrder();
    const { post } = await screen(`/admin/dashboard/orders/${id}`, "order");
    const seenAt = String(updatedAt);
    const contact = { name: "Asha Rao", email: "asha@example.org", phone: "9876543210" };
    const save = (changes: object) =>
      post({ intent: "contact", ...contact, ...changes, seenAt, shown: shown(contact) });
    sqlite.prepare("UPDATE orders SET updated_at = updated_at - 9").run();

    expect((await save({ name: "Asha Iyer" })).status).toBe(204);
    expect((await save({ phone: "9123456780" })).status).toBe(204);
    expect(orderById(id)).toMatchObject({ contactName: "Asha Iyer", contactPhone: "9123456780" });

    const refused = await save({ phone: "9000000000" });
    expect(refused).toMatchObject({ status: 409, data: { issues: [{ path: "phone" }] } });
    expect(refused.data.message).toContain("9123456780");
    const paid = await post({
      intent: "payment",
      paymentMethod: "cash",
      seenAt,
      shown: shown({ paymentMethod: "upi" }),
    });
    expect([paid.status, orderById(id).paymentMethod]).toEqual([204, "cash"]);
    expect(orderById(id).contactName).toBe("Asha Iyer");
  });

  test("move an order and change its contact", async () => {
    const { id, visitDate } = anOrder();
    const { post } = await screen(`/admin/dashboard/orders/${id}`, "order");
    const from = `${visitDate} morning`;
    const move = { intent: "visit", date: visitDate, slot: "evening", seenAt: "1", from };

    expect((await post(move)).status).toBe(204);
    expect((await post({ ...move, slot: "afternoon" })).status).toBe(409);
    expect(orderById(id).visitSlot).toBe("evening");
  });

  test("save different fields of an admin", async () => {
    const admin = anAdmin({ role: "admin", updatedAt: 5, name: "Meera" });
    const { id, email } = admin;
    const { post } = await screen(`/admin/dashboard/admins?edit=${id}`, "admins");
    const was = { name: "Meera", email, role: "admin", active: true };
    const form = { intent: "edit", id, name: "Meera", email, role: "admin", active: "on" };
    const save = (changes: object) => post({ ...form, ...changes, seenAt: "4", shown: shown(was) });

    expect((await save({ name: "Meera Iyer" })).status).toBe(204);
    expect((await save({ role: "editor" })).status).toBe(204);
    expect(findAdmin(owner(), id)).toMatchObject({ name: "Meera Iyer", role: "editor" });
    expect(await save({ name: "M." })).toMatchObject({ status: 409 });
  });

  test("save different fields of an animal", async () => {
    const animal = anAnimal({ name: "Quoll", description: "Spotted all over.", updatedAt: 5 });
    const { upload } = await screen(`/admin/dashboard/animals/${animal.id}/edit`, "animal-edit");
    const was = pick(animal, ANIMAL_FIELDS);
    const save = (changes: object) =>
      upload({ ...was, ...changes, seenAt: "4", shown: shown(was) });

    expect((await save({ title: "Eastern" })).status).toBe(204);
    expect((await save({ category: "Marsupials" })).status).toBe(204);
    expect(findAnimal(animal.id)).toMatchObject({ title: "Eastern", category: "Marsupials" });
    expect(await save({ title: "Western" })).toMatchObject({ status: 409 });
  });
});

test("a form that is sent back still says what it showed, but for what someone else has changed", () => {
  const values = { name: "Asha", phone: "2" };
  const message = `${CHANGED_MEANWHILE} this`;
  const formError = {
    message,
    issues: [{ path: "phone", message }],
    values: { name: "Asha Rao", phone: "3", shown: JSON.stringify({ name: "As", phone: "1" }) },
  };
  const html = renderToString(
    createElement(
      FormContext.Provider,
      { value: { formError, values: formError.values, fixed: [] } },
      createElement(ShownField, { values }),
    ),
  );

  expect(html).toContain("{&quot;name&quot;:&quot;As&quot;,&quot;phone&quot;:&quot;2&quot;}");
});
