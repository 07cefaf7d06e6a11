import { AnimalInput, type NewAnimal } from "./animal.schema";
import type { Fields } from "~/lib/form-values";
import { isOwnPicture } from "~/features/images/image.rules";
import { parse } from "~/lib/parse-input";

/**
 * The animal that a posted form describes. A chosen file replaces the address; without either, a picture of ours
 * stays (the form never shows its address) unless it was removed.
 */
export function animalFromForm(form: Fields, image: Buffer | undefined, stored = ""): NewAnimal {
  const kept = isOwnPicture(stored) && form.removeImage !== "yes" ? stored : "";
  return parse(AnimalInput, {
    ...form,
    description: form.description ?? "",
    name: form.name ?? "",
    imageUrl: image ? "" : form.imageUrl?.trim() || kept,
  });
}
