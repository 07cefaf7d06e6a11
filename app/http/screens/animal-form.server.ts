import { AnimalInput, type NewAnimal } from "~/domain/animal/animal.schema";
import type { Fields } from "~/domain/fields";
import { isOwnPicture } from "~/domain/image/image.rules";
import { parse } from "~/domain/parse";

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
