import { CreateAnimal } from "~/features/animals/animal.schema";
import { requiredText } from "~/lib/text-fields.schema";
import { MAX_LENGTH } from "~/lib/text-limits";

/** As the API takes an animal, with a message for each column. */
export const ImportedAnimal = CreateAnimal.extend({
  name: requiredText("Name is required.", MAX_LENGTH.name),
  description: requiredText("Description is required.", MAX_LENGTH.text),
});
