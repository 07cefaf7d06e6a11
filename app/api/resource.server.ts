import type { LoaderFunctionArgs } from "@remix-run/node";
import { withCors } from "./cors.server";
import { failure, failureFrom } from "./error-response.server";

type Work = (method: string, args: LoaderFunctionArgs) => Response | Promise<Response>;

/**
 * One path of /api/v1: OPTIONS, 405 and refusals, around the handlers of its methods. `ofOne`: the methods of the
 * path with an id behind it, so that a client whose id is empty hears of that.
 */
export function resource(methods: readonly string[], work: Work, ofOne: readonly string[] = []) {
  const listed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const headers = { Allow: [...listed, "OPTIONS"].join(", ") };

  return answering((args) => {
    const method = args.request.method === "HEAD" ? "GET" : args.request.method;
    if (method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (!methods.includes(method)) {
      const why = ofOne.includes(method) ? "Missing id" : "Method not allowed";
      return failure(405, why, [], headers);
    }
    return work(method, args);
  });
}

/** Handles every method; always returns an answer, never an error that Remix would make a page of. */
export function answering(work: (args: LoaderFunctionArgs) => Response | Promise<Response>) {
  async function answer(args: LoaderFunctionArgs) {
    try {
      return withCors(args.request, await work(args));
    } catch (error) {
      return withCors(args.request, failureFrom(error, args.request));
    }
  }
  return { loader: answer, action: answer };
}
