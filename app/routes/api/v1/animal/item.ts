import { findAnimal } from "~/domain/animal/animals.server";
import { api } from "~/http/api.server";
import { animalOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /animal/{id}": ({ params }) => animalOut(findAnimal(params.id)),
});
