import type { AppLoadContext } from "@remix-run/node";
import type { FormValues } from "~/lib/form-values";
import { challengeIfSuspicious, mayBeSpam, tokenId } from "~/lib/http/form-token.server";
import { currentCount, limit } from "~/lib/http/rate-limit.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { AskForGroup, requestFromForm } from "./group.schema";
import { askForGroup, hasRequest } from "./requests.server";

/** Sends a school's request, once per rendered form. Throws `too_many`. */
export async function handleGroupRequest(
  request: Request,
  context: AppLoadContext,
  form: FormValues,
) {
  const input = parseInput(AskForGroup, requestFromForm(form));
  const id = tokenId(form);
  if (!hasRequest(id)) {
    const sentLately = await currentCount("group requests", request, context);
    const challenge = challengeIfSuspicious(form, "Send request", sentLately);
    if (challenge) return challenge;
    await limit("group requests", request, context, input.email);
    askForGroup(input, { id, mayBeSpam: mayBeSpam(form) });
  }
  return redirectWithToast("/groups?sent=1#main", "Request sent");
}
