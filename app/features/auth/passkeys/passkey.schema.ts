import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";
import { ownPassword } from "../factor/second-factor.schema";
import { PASSKEY_NAME_MAX, PASSKEY_NOT_ADDED, PASSKEY_REFUSED } from "./passkey.rules";

const NAME_NEEDED = "Name the passkey, for example by its device.";

const name = z.string(NAME_NEEDED).trim().min(1, NAME_NEEDED).max(PASSKEY_NAME_MAX, NAME_NEEDED);
const token = (message: string) => z.string(message).max(500, message);

/** What the browser has from the passkey, as JSON. Its content is verified by the library. */
const answer = <Answer>(message: string) =>
  z
    .string(message)
    .max(20_000, message)
    .transform((text, context): Answer => {
      try {
        const value = JSON.parse(text) as Answer & { id?: unknown };
        if (typeof value?.id === "string") return value;
      } catch {
        // Answered below.
      }
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/** Before the browser makes a passkey. */
export const NewPasskey = z.object({ currentPassword: ownPassword, name });

/** The passkey that it has made. `token` proves that the password was entered. */
export const MadePasskey = z.object({
  name,
  token: token(PASSKEY_NOT_ADDED),
  response: answer<RegistrationResponseJSON>(PASSKEY_NOT_ADDED),
});

export const RemovedPasskey = z.object({
  currentPassword: ownPassword,
  id: z.string("Choose a passkey.").min(1, "Choose a passkey.").max(1_400),
});

/** A sign-in by passkey. */
export const UsedPasskey = z.object({
  token: token(PASSKEY_REFUSED),
  response: answer<AuthenticationResponseJSON>(PASSKEY_REFUSED),
});
