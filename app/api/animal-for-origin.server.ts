import type { Animal } from "~/features/animals/animals.server";
import { isFromListedOrigin, isSameOrigin } from "~/lib/http/same-origin.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { serializeAnimal } from "./serializers.server";

/** For a page of a listed origin, our images have absolute addresses. */
export const animalFor = (request: Request) => {
  const isElsewhere = isFromListedOrigin(request) && !isSameOrigin(request);
  const origin = isElsewhere ? siteOrigin(request) : "";
  return (animal: Animal) => {
    const { imageUrl, ...fields } = serializeAnimal(animal);
    return { ...fields, imageUrl: imageUrl.startsWith("/") ? origin + imageUrl : imageUrl };
  };
};
