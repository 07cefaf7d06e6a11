import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "db/connection.server";
import { animals, audit } from "db/schema";
import { editAnimal } from "~/features/animals/edit-animal.server";
import {
  countDemoAnimals,
  demoAnimals,
  editedDemoAnimals,
  removeDemoAnimals,
} from "~/features/animals/demo-animals.server";
import { anAdmin, anAnimal, asStaff } from "../../../support/data/factories";

beforeEach(() => void demoAnimals().forEach((animal) => anAnimal(animal)));

const all = () => db.select().from(animals).orderBy(animals.seq).all();

test("demo animals that nobody edited or renamed are removed, and audited", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const own = anAnimal({ name: "Hoopoe" });
  const [edited, renamed] = all();
  await editAnimal(owner, edited!.id, { title: "Our own" });
  await editAnimal(owner, renamed!.id, { name: "Bobo" });
  const count = countDemoAnimals();
  const expected = [edited!.name, "Bobo"].toSorted();
  expect(editedDemoAnimals().map(({ name }) => name)).toEqual(expected);

  expect(removeDemoAnimals(owner)).toBe(count);

  expect(count).toBe(demoAnimals().size - 2);
  const ids = [edited, renamed, own].map((animal) => animal!.id);
  expect(all().map(({ id }) => id)).toEqual(ids);
  expect(editedDemoAnimals()).toHaveLength(2);
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
