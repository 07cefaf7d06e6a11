import { beforeEach, expect, test } from "vitest";
import { animalCategories, listAnimals } from "~/features/animals/animals.server";
import { CATALOGUE_PAGE } from "~/features/animals/animal.rules";
import { ListAnimals } from "~/features/animals/animal.schema";
import { foldText } from "~/lib/text/search-text";
import { deleteAnimal, editAnimal } from "~/features/animals/edit-animal.server";
import { anAdmin, anAnimal, asStaff } from "../../support/data/factories";

const found = (query: Record<string, string>) =>
  listAnimals(ListAnimals.parse(query)).items.map(({ name }) => name);

beforeEach(() => {
  anAnimal({
    name: "Pingüino papúa",
    title: "Pygoscelis papua",
    category: "Birds",
    description: "Swims up to 36 km/h and slides the rest of the way.",
  });
  anAnimal({
    name: "Red Panda",
    title: "Ailurus fulgens",
    category: "Mammals",
    description: "Sleeps 50% of the day in a fork_of_branches, and eats bamboo.",
  });
  anAnimal({
    name: `Grévy's "zebra"`,
    title: "Equus grevyi",
    category: "mammals",
    description: "Each coat has a pattern of its own: a 4*4 of stripes, say the keepers.",
  });
});

test.each([
  ["a word of the name", "panda", ["Red Panda"]],
  ["a word of the title", "ailurus", ["Red Panda"]],
  ["a word of the category", "birds", ["Pingüino papúa"]],
  ["a word of the description", "bamboo", ["Red Panda"]],
  ["part of a word", "zeb", [`Grévy's "zebra"`]],
  ["the middle of a word", "ngui", ["Pingüino papúa"]],
  ["several words in any order, from different places", "bamboo red", ["Red Panda"]],
  ["words with blanks around and between", "  red   panda ", ["Red Panda"]],
  ["words of which one is not there", "red bambus", []],
  ["nothing but blanks", "   ", [`Grévy's "zebra"`, "Red Panda", "Pingüino papúa"]],
])("searching for %s", (_, q, names) => {
  expect(found({ q })).toEqual(names);
});

test.each([
  ["pinguino", "pingüino"],
  ["PINGÜINO", "pingüino"],
  ["pingu\u0308ino", "pingüino, its dots a character of their own"],
  ["ＰＩＮＧＵＩＮＯ", "pingüino, in wide letters"],
])("%s finds %s", (q) => {
  expect(found({ q })).toEqual(["Pingüino papúa"]);
});

test.each([
  ["%", ["Red Panda"]],
  ["50%", ["Red Panda"]],
  ["p%a", []],
  ["_", ["Red Panda"]],
  ["fork_of", ["Red Panda"]],
  ["r_d", []],
  ["*", [`Grévy's "zebra"`]],
  ["4*4", [`Grévy's "zebra"`]],
  ["pan*", []],
  ["'", []],
  ['"zebra"', [`Grévy's "zebra"`]],
  ["\\", []],
  ["/", ["Pingüino papúa"]],
  ["' OR 1=1 --", []],
  ["?", []],
  ["\u0000", []],
  ["panda\u0000", []],
  ["\u0000panda", []],
])("%s is text like any other", (q, names) => {
  expect(found({ q })).toEqual(names);
});

test("finds an animal by its current name, and no deleted one", async () => {
  const staff = asStaff(anAdmin({ role: "owner" }));
  const { id } = anAnimal({ name: "Okapi" });

  await editAnimal(staff, id, { name: "Forest giraffe" });
  expect(found({ q: "giraffe" })).toEqual(["Forest giraffe"]);
  expect(found({ q: "okapi" })).toEqual([]);

  deleteAnimal(staff, id);
  expect(found({ q: "giraffe" })).toEqual([]);
});

test("a category filters by the complete word, ignoring case", () => {
  expect(found({ category: "MAMMALS" })).toEqual([`Grévy's "zebra"`, "Red Panda"]);
  expect(found({ category: "Mammals", q: "panda" })).toEqual(["Red Panda"]);
  expect(found({ category: "Mam" })).toEqual([]);
  expect(found({ category: "%" })).toEqual([]);
});

test("categories ignore the case of non-English letters", () => {
  anAnimal({ name: "Sloth", category: "Pachydermes élancés" });
  anAnimal({ name: "Tapir", category: "PACHYDERMES ÉLANCÉS" });

  expect(found({ category: "pachydermes Élancés" })).toEqual(["Tapir", "Sloth"]);
  expect(found({ category: "é" })).toEqual([]);
  expect(animalCategories().filter((each) => /^pachy/i.test(each))).toHaveLength(1);
});

test("offers each category once, whatever its case", () => {
  anAnimal({ name: "Stray", category: "" });

  const offered = animalCategories().map(foldText);

  expect(offered).toEqual(["birds", "mammals"]);
});

test("a catalogue page has twelve animals, the newest first", () => {
  for (let number = 1; number <= CATALOGUE_PAGE; number += 1) {
    anAnimal({ name: `Meerkat ${number}` });
  }

  const first = listAnimals(ListAnimals.parse({}));
  const second = listAnimals(ListAnimals.parse({ page: "2" }));

  expect(first.items.map(({ name }) => name)).toEqual(
    Array.from({ length: 12 }, (_, index) => `Meerkat ${12 - index}`),
  );
  expect(second.items).toHaveLength(3);
  expect(first.pagination).toEqual({ total: 15, page: 1, limit: 12, pages: 2 });
});
