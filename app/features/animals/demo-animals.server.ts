import { isDeepStrictEqual } from "node:util";
import { inArray } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import demoFile from "db/demo/animals.json";
import { animals } from "db/schema";
import { reloadActor } from "~/features/admins/admins.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { pick } from "~/lib/pick";
import { transaction } from "~/lib/write-transaction.server";
import { ANIMAL_FIELDS } from "./animal.rules";
import { CreateAnimal, type NewAnimal } from "./animal.schema";
import { animalsLike, animalsNamed, type Animal } from "./animals.server";

let parsed: Map<string, NewAnimal> | undefined;

/** The animals of a new zoo as they are stored, by their names. */
export const demoAnimals = () =>
  (parsed ??= new Map(
    demoFile.map((animal) => [
      animal.name,
      CreateAnimal.parse({ ...animal, imageUrl: `/photos/${animal.id}.webp` }),
    ]),
  ));

const unchangedDemoAnimals = (reader: Reader = db) =>
  animalsNamed([...demoAnimals().keys()], reader).filter(isUnchanged);

export const countDemoAnimals = () => unchangedDemoAnimals().length;

/** Those that were edited or renamed, and animals of the zoo that look like one. */
export const editedDemoAnimals = () =>
  animalsLike([...demoAnimals().values()]).filter((animal) => !isUnchanged(animal));

/** Deletes those that nobody has edited, and returns how many there were. Throws `forbidden`. */
export function removeDemoAnimals(actor: Actor): number {
  authorize(actor, "animals.delete");
  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "animals.delete");
    const unchanged = unchangedDemoAnimals(tx);
    const ids = unchanged.map(({ id }) => id);
    tx.delete(animals).where(inArray(animals.id, ids)).run();
    for (const animal of unchanged)
      recordAudit(tx, actor, {
        action: "animal.delete",
        target: `animal ${animal.id}`,
        before: pick(animal, ANIMAL_FIELDS),
      });
    return ids.length;
  });
}

const isUnchanged = (animal: Animal) =>
  isDeepStrictEqual(pick(animal, ANIMAL_FIELDS), { ...demoAnimals().get(animal.name) });
