import { failure } from "~/http/failure.server";
import { answering } from "~/http/resource.server";

export const { loader, action } = answering(() => failure(404, "Not found"));
