import { json } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { chosenOf } from "~/features/tariff/price-rules.actions.server";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { versionFrom } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { sendAgain } from "./delivery-list.server";
import {
  addEndpoint,
  deleteEndpoint,
  editEndpoint,
  rotateSecret,
  sendTest,
  startEndpoint,
  stopEndpoint,
} from "./endpoints.server";
import { endpointPath, WEBHOOKS_PATH } from "./webhook.rules";
import { EndpointInput } from "./webhook.schema";

/** The answer is the only page that ever shows the secret. */
const withSecret = ({ id, secret }: { id: string; secret: string }) =>
  json({ id, secret }, { headers: { "Cache-Control": "no-store" } });

const fieldsOf = (form: FormValues) =>
  parseInput(EndpointInput, { url: form.url, events: chosenOf(form, "event") });

export const handleNewWebhook = async (staff: Staff, form: FormValues) =>
  withSecret(await addEndpoint(staff, fieldsOf(form)));

/** The forms of an endpoint's page. */
export async function handleWebhookAction(staff: Staff, id: string, form: FormValues) {
  if (form.intent === "rotate") return withSecret(rotateSecret(staff, id, versionFrom(form)));
  if (form.intent === "delete") {
    deleteEndpoint(staff, id);
    return redirectWithToast(`${WEBHOOKS_PATH}#main`, "Webhook deleted");
  }
  const toast = await act(staff, id, form);
  return redirectWithToast(`${endpointPath(id)}#main`, toast);
}

async function act(staff: Staff, id: string, form: FormValues) {
  const { intent } = form;
  if (intent === "save") {
    await editEndpoint(staff, id, fieldsOf(form), versionFrom(form));
    return "Webhook saved";
  }
  if (intent === "stop") {
    stopEndpoint(staff, id);
    return "Webhook stopped";
  }
  if (intent === "start") {
    startEndpoint(staff, id);
    return "Webhook started";
  }
  if (intent === "test") {
    sendTest(staff, id);
    return "Test on its way";
  }
  if (intent === "again") {
    sendAgain(staff, id, Number(form.delivery));
    return "Event queued again";
  }
  throw new DomainError("invalid", "Unknown action");
}
