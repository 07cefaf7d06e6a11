import { listAnimals } from "~/domain/animal/animals.server";
import { createAnimal } from "~/domain/animal/edit-animal.server";
import { api } from "~/http/api.server";
import { animalOut, pageOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /animal": ({ query }) => pageOut(listAnimals(query), animalOut),
  "POST /animal": async ({ actor, body, image }) =>
    animalOut(await createAnimal(actor, body, image)),
});
