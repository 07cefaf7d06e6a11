import { findAnimal } from "~/features/animals/animals.server";
import { deleteAnimal, editAnimal } from "~/features/animals/edit-animal.server";
import { api } from "~/api/api.server";
import { serializeAnimal } from "~/api/serializers";

export const { loader, action } = api({
  "GET /animal/{id}": ({ params }) => serializeAnimal(findAnimal(params.id)),
  "PATCH /animal/{id}": async ({ actor, params, body, image }) =>
    serializeAnimal(await editAnimal(actor, params.id, body, { upload: image })),
  "DELETE /animal/{id}": ({ actor, params }) => {
    deleteAnimal(actor, params.id);
    return { _id: params.id };
  },
});
