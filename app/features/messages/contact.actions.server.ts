import type { AppLoadContext } from "@remix-run/node";
import type { FormValues } from "~/lib/form-values";
import { challengeIfSuspicious, mayBeSpam, tokenId } from "~/lib/http/form-token.server";
import { currentCount, limit } from "~/lib/http/rate-limit.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { ContactInput } from "./message.schema";
import { isDuplicate, sendMessage } from "./messages.server";

/** Sends a message from the contact page, once per rendered form. Throws `too_many`. */
export async function handleContactForm(
  request: Request,
  context: AppLoadContext,
  form: FormValues,
) {
  const input = parseInput(ContactInput, { ...form, body: form.message });
  const id = tokenId(form);
  if (!isDuplicate(input, id)) {
    const sentLately = await currentCount("messages", request, context);
    const challenge = challengeIfSuspicious(form, "Send message", sentLately);
    if (challenge) return challenge;
    await limit("messages", request, context, input.email);
    sendMessage(input, { id, mayBeSpam: mayBeSpam(form) });
  }
  return redirectWithToast("/contact?sent=1#main", "Message sent");
}
