import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Loaded when somebody asks for a passkey. */
const library = () => import("@simplewebauthn/browser");

/** Browsers have them on pages over https only. */
export const canUsePasskeys = () => typeof window.PublicKeyCredential === "function";

/** `options` as the server sent them. Throws when the person cancels, or the device has none for this site. */
export const askForPasskey = async (options: string) =>
  (await library()).startAuthentication({
    optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  });

/** Throws when the person cancels, or the device has one for this account already. */
export const makePasskey = async (options: string) =>
  (await library()).startRegistration({
    optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  });
