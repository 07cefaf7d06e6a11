import { listAnimals } from "~/features/animals/animals.server";
import { createAnimal } from "~/features/animals/edit-animal.server";
import { api } from "~/api/api.server";
import { animalFor } from "~/api/animal-for-origin.server";
import { serializePage } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /animal": ({ request, query }) => serializePage(listAnimals(query), animalFor(request)),
  "POST /animal": async ({ request, actor, body, image }) =>
    animalFor(request)(await createAnimal(actor, body, { upload: image })),
});
