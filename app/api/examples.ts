import { BLANK_ANIMAL } from "~/features/animals/animal.rules";
import type { Contract } from "./endpoints";
import { byId, singleItemPage, type ExampleOf } from "./example";
import { ANIMAL, EDITOR, MESSAGE, NEW_ANIMAL, NEW_ID, NOW, OWNER, TOKEN } from "./example-data";
import { orderExamples } from "./order-examples";

const changed = { updatedAt: NOW };
const PASSWORDS = {
  body: { currentPassword: "lantana-hedge-4", newPassword: "banyan-shade-7" },
  data: {},
};

/** One request and response per endpoint, printed in the documentation and validated by a test. */
export const examples: { [Key in keyof Contract]: ExampleOf<Key> } = {
  "POST /admin/login": {
    body: { email: OWNER.email, password: "lantana-hedge-4" },
    data: { admin: OWNER, accessToken: TOKEN },
  },
  "POST /admin/logout": { data: {} },
  "POST /admin/refresh": { data: { accessToken: TOKEN } },
  "GET /admin/current-user": { data: { admin: OWNER } },
  "PATCH /admin/update-account": {
    body: { name: "Asha R. Rao", email: OWNER.email },
    data: { ...OWNER, name: "Asha R. Rao", ...changed },
  },
  "POST /admin/change-password": PASSWORDS,
  "PATCH /admin/change-password": PASSWORDS,
  "POST /admin/register": {
    body: {
      name: "Meera Iyer",
      email: "meera@zoo.example",
      password: "gulmohar-3",
      role: "editor",
    },
    data: {
      ...EDITOR,
      _id: NEW_ID,
      name: "Meera Iyer",
      email: "meera@zoo.example",
      createdAt: NOW,
      ...changed,
    },
  },
  "GET /admin/admins": { query: { role: "editor", sort: "name" }, data: singleItemPage(EDITOR) },
  "PATCH /admin/admins/{id}": {
    ...byId(EDITOR),
    body: { active: false },
    data: { ...EDITOR, active: false, ...changed },
  },
  "DELETE /admin/admins/{id}": { ...byId(EDITOR), data: { _id: EDITOR._id } },

  "GET /animal": { query: { q: "panda", limit: "12" }, data: singleItemPage(ANIMAL, 12) },
  "GET /animal/{id}": { ...byId(ANIMAL), data: ANIMAL },
  "POST /animal": {
    body: NEW_ANIMAL,
    data: { ...BLANK_ANIMAL, ...NEW_ANIMAL, _id: NEW_ID, createdAt: NOW, updatedAt: NOW },
  },
  "PATCH /animal/{id}": {
    ...byId(ANIMAL),
    body: { title: "The one with the tail" },
    data: { ...ANIMAL, title: "The one with the tail", ...changed },
  },
  "DELETE /animal/{id}": { ...byId(ANIMAL), data: { _id: ANIMAL._id } },

  "POST /message": {
    body: {
      name: "Joy Das",
      email: "joy@example.org",
      subject: "Strollers",
      body: "Are the trails fit for a stroller?",
    },
    data: { ...MESSAGE, _id: NEW_ID, createdAt: NOW },
  },
  "GET /message": { query: { q: "stroller", archived: "false" }, data: singleItemPage(MESSAGE) },
  "GET /message/{id}": { ...byId(MESSAGE), data: MESSAGE },
  "PATCH /message/{id}": {
    ...byId(MESSAGE),
    body: { read: true },
    data: { ...MESSAGE, read: true },
  },
  "DELETE /message/{id}": { ...byId(MESSAGE), data: { _id: MESSAGE._id } },
  "POST /message/{id}/read": { ...byId(MESSAGE), data: { ...MESSAGE, read: true } },
  "POST /message/{id}/archive": {
    ...byId(MESSAGE),
    data: { ...MESSAGE, read: true, archived: true },
  },

  ...orderExamples,
};
