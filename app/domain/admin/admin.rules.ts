/** Shortest passwords: the one that an owner gives, and the one that people choose for themselves (spec 5). */
export const ADMIN_PASSWORD_MIN = 6;
export const OWN_PASSWORD_MIN = 8;

/** Typed by people, and never sent back to a form. */
export const PASSWORD_FIELDS = ["password", "currentPassword", "newPassword", "confirmPassword"];
