import { failure } from "~/http/failure.server";

const unknown = () => failure(404, "Not found");

export const loader = unknown;
export const action = unknown;
