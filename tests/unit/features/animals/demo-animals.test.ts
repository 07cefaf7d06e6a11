import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "db/connection.server";
import { animals, audit } from "db/schema";
import { editAnimal } from "~/features/animals/edit-animal.server";
import {
  countDemoAnimals,
  demoAnimals,
  findDemoAnimals,
  removeDemoAnimals,
} from "~/features/animals/demo-animals.server";
import { anAdmin, anAnimal, asStaff } from "../../../support/data/factories";

beforeEach(() => void demoAnimals().forEach((animal) => anAnimal(animal)));

const all = () => db.select().from(animals).all();

test("demo animals that nobody edited are removed, and audited", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const own = anAnimal({ name: "Hoopoe" });
  const [edited] = findDemoAnimals().unchanged;
  await editAnimal(owner, edited!.id, { title: "Our own" });
  const count = countDemoAnimals();

  expect(removeDemoAnimals(owner)).toBe(count);

  expect(count).toBe(demoAnimals().size - 1);
  expect(all().map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, edited!.id]));
  expect(all()).toHaveLength(2);
  expect(findDemoAnimals()).toMatchObject({ unchanged: [], edited: [{ id: edited!.id }] });
  const deletions = db.select().from(audit).where(eq(audit.action, "animal.delete")).all();
  expect(deletions).toHaveLength(count);
  expect(removeDemoAnimals(owner)).toBe(0);
});

test("an animal of the same name and other words is the zoo's own", () => {
  db.delete(animals).run();
  const [name] = demoAnimals().keys();
  anAnimal({ name });
  expect(countDemoAnimals()).toBe(0);
});

test("editors do not remove them", () => {
  const editor = asStaff(anAdmin({ role: "editor" }));
  expect(() => removeDemoAnimals(editor)).toThrow("Forbidden: insufficient role");
  expect(countDemoAnimals()).toBe(demoAnimals().size);
});
