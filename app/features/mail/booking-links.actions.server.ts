import type { AppLoadContext } from "@remix-run/node";
import type { FormValues } from "~/lib/form-values";
import { challengeIfSuspicious, mayBeSpam } from "~/lib/http/form-token.server";
import { currentCount, limit } from "~/lib/http/rate-limit.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { LinksInput } from "./booking-links.schema";
import { requestBookingLinks } from "./enqueue-mail.server";

/** The response does not reveal whether the address has bookings. */
export async function handleLinksRequest(
  request: Request,
  context: AppLoadContext,
  form: FormValues,
) {
  const { email } = parseInput(LinksInput, form);
  const sentLately = await currentCount("requests for links", request, context);
  const challenge = challengeIfSuspicious(form, "Find my booking", sentLately);
  if (challenge) return challenge;
  await limit("requests for links", request, context, email);
  requestBookingLinks(email, mayBeSpam(form));
  return redirectWithToast("/tickets/find?asked=1#main", "Request sent");
}
