/** Where somebody signs in with a passkey. */
export const PASSKEY_SIGN_IN = "/login/passkey";

export const MOST_PASSKEYS = 10;

/** How long a question for a passkey can be answered. */
export const PASSKEY_MINUTES = 5;

export const PASSKEY_NAME_MAX = 60;

export const TOO_MANY_PASSKEYS = `At most ${MOST_PASSKEYS} passkeys for an account: remove one first`;
export const PASSKEY_KNOWN = "This passkey was added already";
export const PASSKEY_REFUSED =
  "This passkey was not accepted. Try again, or sign in with your password.";
export const PASSKEY_NOT_ADDED = "The passkey could not be added. Please start again.";
