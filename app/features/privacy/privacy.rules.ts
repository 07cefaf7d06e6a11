/** Limits of the retention period, in days after a visit. */
export const MIN_CONTACT_DAYS = 30;
export const MAX_CONTACT_DAYS = 3_650;
