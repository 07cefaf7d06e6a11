import { listAnimals } from "~/features/animals/animals.server";
import { createAnimal } from "~/features/animals/edit-animal.server";
import { api } from "~/api/api.server";
import { serializeAnimal, serializePage } from "~/api/serializers";

export const { loader, action } = api({
  "GET /animal": ({ query }) => serializePage(listAnimals(query), serializeAnimal),
  "POST /animal": async ({ actor, body, image }) =>
    serializeAnimal(await createAnimal(actor, body, { upload: image })),
});
