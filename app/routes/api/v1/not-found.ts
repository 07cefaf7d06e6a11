import { errorResponse } from "~/api/error-response.server";
import { handleEndpoint } from "~/api/resource.server";

export const { loader, action } = handleEndpoint(() => errorResponse(404, "Not found"));
