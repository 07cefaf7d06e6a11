import { failure } from "~/http/api/failure.server";
import { answering } from "~/http/api/resource.server";

export const { loader, action } = answering(() => failure(404, "Not found"));
