import { listAnimals } from "~/domain/animal/animals.server";
import { createAnimal } from "~/domain/animal/edit-animal.server";
import { api } from "~/http/api/api.server";
import { animalOut, pageOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /animal": ({ query }) => pageOut(listAnimals(query), animalOut),
  "POST /animal": async ({ actor, body, image }) =>
    animalOut(await createAnimal(actor, body, { upload: image })),
});
