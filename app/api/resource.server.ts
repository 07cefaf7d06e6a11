import type { LoaderFunctionArgs } from "@remix-run/node";
import { withCors } from "./cors.server";
import { errorResponse, toApiErrorResponse } from "./error-response.server";

type Work = (method: string, args: LoaderFunctionArgs) => Response | Promise<Response>;

/** `itemMethods`: methods of the path with an id, for requests with an empty id. */
export function resource(
  methods: readonly string[],
  work: Work,
  itemMethods: readonly string[] = [],
) {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const headers = { Allow: [...allowed, "OPTIONS"].join(", ") };

  return handleEndpoint((args) => {
    const method = args.request.method === "HEAD" ? "GET" : args.request.method;
    if (method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (!methods.includes(method)) {
      const message = itemMethods.includes(method) ? "Missing id" : "Method not allowed";
      return errorResponse(405, message, [], headers);
    }
    return work(method, args);
  });
}

/** Handles every method and never throws, so that Remix renders no error page. */
export function handleEndpoint(work: (args: LoaderFunctionArgs) => Response | Promise<Response>) {
  async function answer(args: LoaderFunctionArgs) {
    try {
      return withCors(args.request, await work(args));
    } catch (error) {
      return withCors(args.request, toApiErrorResponse(error, args.request));
    }
  }
  return { loader: answer, action: answer };
}
