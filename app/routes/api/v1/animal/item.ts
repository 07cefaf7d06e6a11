import { findAnimal } from "~/features/animals/animals.server";
import { deleteAnimal, editAnimal } from "~/features/animals/edit-animal.server";
import { api } from "~/api/api.server";
import { animalFor } from "~/api/animal-for-origin.server";

export const { loader, action } = api({
  "GET /animal/{id}": ({ request, params }) => animalFor(request)(findAnimal(params.id)),
  "PATCH /animal/{id}": async ({ request, actor, params, body, image }) =>
    animalFor(request)(await editAnimal(actor, params.id, body, { upload: image })),
  "DELETE /animal/{id}": ({ actor, params }) => {
    deleteAnimal(actor, params.id);
    return { _id: params.id };
  },
});
