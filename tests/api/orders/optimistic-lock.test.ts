import { expect, test } from "vitest";
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
