import { AnimalInput, EditAnimal, type NewAnimal } from "./animal.schema";
import type { FormValues } from "~/lib/form-values";
import { isUploadedImage, withOwnImagePath } from "~/features/images/image.rules";
import { parseInput } from "~/lib/parse-input";
import { json } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/intl";
import { currentPath } from "~/lib/http/current-url.server";
import { deleteOnce } from "~/lib/http/idempotent-action.server";
import { clientIdFrom, shownFrom, versionFrom } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { findAnimal } from "./animals.server";
import { removeDemoAnimals } from "./demo-animals.server";
import { createAnimal, deleteAnimal, editAnimal } from "./edit-animal.server";

/** A file replaces the address; without either, an image of ours stays unless it was removed. */
function animalFromForm(
  request: Request,
  form: FormValues,
  image: Buffer | undefined,
  stored = "",
): NewAnimal {
  const currentImage = isUploadedImage(stored) && form.removeImage !== "yes" ? stored : "";
  const typed = {
    ...form,
    description: form.description ?? "",
    name: form.name ?? "",
    imageUrl: image ? "" : form.imageUrl?.trim() || currentImage,
  };
  return parseInput(AnimalInput, withOwnImagePath(typed, siteOrigin(request)));
}

const LIST = "/admin/dashboard/animals";

export async function handleNewAnimal(
  request: Request,
  staff: Staff,
  form: FormValues,
  image: Buffer | undefined,
) {
  const animal = animalFromForm(request, form, image);
  const { id } = await createAnimal(staff, animal, { upload: image, id: clientIdFrom(form) });
  return redirectWithToast(`${LIST}#animal-${id}`, "Animal created");
}

/** Saves the form; "remove-image" only returns the form without the image. */
export async function handleEditAnimal(
  request: Request,
  staff: Staff,
  id: string,
  form: FormValues,
  image: Buffer | undefined,
) {
  if (form.intent === "remove-image") {
    const values: FormValues = { ...form, imageUrl: "", removeImage: "yes" };
    return json({ values });
  }
  const shown = shownFrom(EditAnimal, form);
  const changes = animalFromForm(request, form, image, (shown ?? findAnimal(id)).imageUrl);
  const expectedVersion = versionFrom(form);
  await editAnimal(staff, id, changes, { upload: image, expectedVersion, shown });
  const { search } = new URL(request.url);
  return redirectWithToast(`${LIST}${search}#animal-${id}`, "Animal updated");
}

/** What the list's dialogs ask for: to delete one animal, or the demo animals. */
export async function handleManageAnimals(request: Request, staff: Staff, form: FormValues) {
  const { id, intent } = form;
  if (intent === "remove-demo") {
    const removed = removeDemoAnimals(staff);
    const toast =
      removed > 0 ? `Removed ${formatCount(removed, "demo animal")}` : "Already removed";
    return redirectWithToast(`${currentPath(request)}#main`, toast);
  }
  if (!id) throw new DomainError("invalid", "Missing id");
  const toast = deleteOnce("animal", id, () => deleteAnimal(staff, id), "Animal deleted");
  return redirectWithToast(`${currentPath(request)}#main`, toast);
}
