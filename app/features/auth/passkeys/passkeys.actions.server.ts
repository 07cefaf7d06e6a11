import { json, type AppLoadContext } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { FACTOR_PATH } from "../factor/second-factor.rules";
import type { Staff } from "../permissions";
import { proveOwnPassword } from "../sign-in-throttle.http.server";
import { MOST_PASSKEYS, TOO_MANY_PASSKEYS } from "./passkey.rules";
import { MadePasskey, NewPasskey, RemovedPasskey } from "./passkey.schema";
import { addPasskey, ownPasskeys, removePasskey } from "./passkeys.server";
import { offerPasskey, readNewPasskey } from "./webauthn.http.server";

/** After the password: what the browser needs to make a passkey, which it then sends. */
export async function handlePasskeyOffer(
  request: Request,
  context: AppLoadContext,
  staff: Staff,
  form: FormValues,
) {
  const { currentPassword, name } = parseInput(NewPasskey, form);
  await proveOwnPassword(context, staff, currentPassword);
  if (ownPasskeys(staff).length >= MOST_PASSKEYS)
    throw new DomainError("conflict", TOO_MANY_PASSKEYS);
  const offer = { name, ...(await offerPasskey(request, staff)) };
  return json({ offer }, { headers: { "Cache-Control": "no-store" } });
}

export async function handleMadePasskey(request: Request, staff: Staff, form: FormValues) {
  const { name, ...made } = parseInput(MadePasskey, form);
  addPasskey(staff, { name, ...(await readNewPasskey(request, staff, made)) });
  return redirectWithToast(`${FACTOR_PATH}#main`, "Passkey added");
}

export async function handlePasskeyRemoval(
  context: AppLoadContext,
  staff: Staff,
  form: FormValues,
) {
  const { currentPassword, id } = parseInput(RemovedPasskey, form);
  await proveOwnPassword(context, staff, currentPassword);
  removePasskey(staff, id);
  return redirectWithToast(`${FACTOR_PATH}#main`, "Passkey removed");
}
