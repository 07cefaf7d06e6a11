import { pick } from "~/lib/pick";
import { ANIMAL_FIELDS } from "./animal.rules";
import { can, type Staff } from "~/features/auth/permissions";
import { createId } from "~/lib/ids.server";
import { pendingDelete } from "~/lib/http/current-url.server";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toUserError } from "~/lib/http/to-user-error.server";
import { truncate } from "~/lib/text-limits";
import { ListAnimals } from "./animal.schema";
import { animalCategories, findAnimal, listAnimals } from "./animals.server";
import { countDemoAnimals, editedDemoAnimals } from "./demo-animals.server";
import { imageWidths } from "./stock-photos.server";

const PAGE_SIZE = "100";
/** More than the two lines that a row shows. */
const MAX_EXCERPT = 200;

export async function manageAnimalsView(request: Request, staff: Staff) {
  const { q = "", page, confirm } = readQuery(request);
  const { items, pagination, failure, status } = await loadList(
    request,
    ListAnimals,
    { q, page, limit: PAGE_SIZE },
    listAnimals,
  );
  const widthOf = imageWidths(items);
  const animals = items.map(({ id, name, title, description, imageUrl, imageId }) => ({
    id,
    name,
    title,
    description: truncate(description, MAX_EXCERPT),
    imageUrl,
    imageWidth: widthOf({ imageUrl, imageId }),
  }));
  const mayDelete = can(staff, "animals.delete");
  const demoCount = mayDelete ? countDemoAnimals() : 0;
  const isRemovingDemo = demoCount > 0 && confirm === "remove-demo";
  const editedDemo = isRemovingDemo ? editedDemoAnimals().map(({ name }) => name) : [];
  const pendingDeletion = isRemovingDemo ? null : pendingDelete(request, animals, mayDelete);
  return {
    animals,
    pagination,
    failure,
    q,
    pendingDeletion,
    mayDelete,
    mayImport: can(staff, "animals.upload"),
    demoCount,
    isRemovingDemo,
    editedDemo,
    httpStatus: status,
  };
}

export const newAnimalView = (staff: Staff) => ({
  newId: createId(),
  categories: animalCategories(),
  mayUpload: can(staff, "animals.upload"),
});

export function editAnimalView(request: Request, staff: Staff, id: string) {
  const mayUpload = can(staff, "animals.upload");
  try {
    const { updatedAt: version, ...record } = findAnimal(id);
    const animal = pick(record, ANIMAL_FIELDS);
    const categories = animalCategories();
    return { id, animal, version, categories, mayUpload, failure: null, httpStatus: 200 };
  } catch (error) {
    const { status, message } = toUserError(error, request);
    const isGone = status === 404;
    const categories = isGone ? animalCategories() : [];
    const failure = isGone ? null : message;
    return { id, animal: null, version: 0, categories, mayUpload, failure, httpStatus: status };
  }
}
