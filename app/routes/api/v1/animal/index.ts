import { listAnimals } from "~/features/animals/animals.server";
import { createAnimal } from "~/features/animals/edit-animal.server";
import { api } from "~/api/api.server";
import { animalOut, pageOut } from "~/api/serializers";

export const { loader, action } = api({
  "GET /animal": ({ query }) => pageOut(listAnimals(query), animalOut),
  "POST /animal": async ({ actor, body, image }) =>
    animalOut(await createAnimal(actor, body, { upload: image })),
});
