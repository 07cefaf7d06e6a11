import { json, type AppLoadContext } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import {
  handleMadePasskey,
  handlePasskeyOffer,
  handlePasskeyRemoval,
} from "../passkeys/passkeys.actions.server";
import type { Staff } from "../permissions";
import { FACTOR_PATH } from "./second-factor.rules";
import { NewFactor, PasswordAndCode } from "./second-factor.schema";
import { addFactor, removeFactor, renewRecoveryCodes } from "./second-factor.server";
import { countOwnCode, proveOwnCode, proveOwnPassword } from "../sign-in-throttle.http.server";
import { endTrust } from "./trusted-devices.server";

/** The forms of the second factor's screen, by `intent`. Whatever adds or removes asks for the password. */
export async function handleFactorAction(
  request: Request,
  context: AppLoadContext,
  staff: Staff,
  { intent, ...form }: FormValues,
) {
  if (intent === "add") {
    const { currentPassword, factorCode, secret } = parseInput(NewFactor, form);
    await proveOwnPassword(context, staff, currentPassword);
    return shownOnce(
      await countOwnCode(context, staff, async () => addFactor(staff, secret, factorCode)),
    );
  }
  if (intent === "codes" || intent === "remove") {
    const { currentPassword, factorCode } = parseInput(PasswordAndCode, form);
    await proveOwnPassword(context, staff, currentPassword);
    await proveOwnCode(context, staff, factorCode);
    if (intent === "codes") return shownOnce(renewRecoveryCodes(staff));
    removeFactor(staff);
    return redirectWithToast(`${FACTOR_PATH}#main`, "Second factor removed");
  }
  if (intent === "passkey-offer") return handlePasskeyOffer(request, context, staff, form);
  if (intent === "passkey-add") return handleMadePasskey(request, staff, form);
  if (intent === "passkey-remove") return handlePasskeyRemoval(context, staff, form);
  if (intent !== "distrust" || !form.id) throw new DomainError("invalid", "Missing id");
  endTrust(staff, form.id);
  return redirectWithToast(`${FACTOR_PATH}#main`, "The code is asked for there again");
}

/** Only hashes are stored, so a redirect could not show the codes. */
const shownOnce = (recoveryCodes: string[]) =>
  json({ recoveryCodes }, { headers: { "Cache-Control": "no-store" } });
