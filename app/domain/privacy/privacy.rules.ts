/** For how many days after a visit it may be known whose it was. */
export const MIN_CONTACT_DAYS = 30;
export const MAX_CONTACT_DAYS = 3_650;
