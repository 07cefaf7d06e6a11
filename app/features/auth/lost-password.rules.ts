/** How long the link to another password works. */
export const RESET_LINK_MINUTES = 30;

/** Where an account's address was changed, its new address gets no link for so long: a stolen session could change it. */
export const NEW_ADDRESS_DAYS = 7;

/** How long a password lets in that an owner has set. */
export const ONE_TIME_HOURS = 24;

export const LINK_ENDED = "This link has ended or was used. Ask for another.";
