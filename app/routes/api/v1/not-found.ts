import { failure } from "~/api/error-response.server";
import { answering } from "~/api/resource.server";

export const { loader, action } = answering(() => failure(404, "Not found"));
