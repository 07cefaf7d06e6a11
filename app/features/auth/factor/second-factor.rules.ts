/** For how long no code is asked for on a device that somebody trusts. */
export const TRUST_DAYS = 30;

export const RECOVERY_CODE_COUNT = 10;

/** Where somebody adds, renews or removes their second factor. */
export const FACTOR_PATH = "/admin/dashboard/settings/second-factor";

export const ALREADY_ON = "Your account has a second factor already";
export const NOT_ON = "Your account has no second factor";
export const REQUIRED_BY_ZOO = "Your zoo requires a second factor, so it cannot be removed";
export const OWN_FACTOR_FIRST = "Add a second factor to your own account first";
