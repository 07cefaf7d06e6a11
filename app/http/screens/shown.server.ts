import { DomainError } from "~/domain/errors";
import { explain } from "../explain.server";
import { orResponse } from "../or-response.server";

type Shown<Found> =
  | { found: Found; failure: null; status: number }
  | { found: null; failure: string; status: number };

/**
 * What a screen of figures shows. A failure is shown in its place, and the screen stays; a role that may not see
 * it gets a 403.
 */
export async function shown<Found>(request: Request, look: () => Found): Promise<Shown<Found>> {
  try {
    return { found: look(), failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError) return orResponse(() => Promise.reject(error));
    const { message, status } = explain(error, request);
    return { found: null, failure: message, status };
  }
}
