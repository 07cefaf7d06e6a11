/** Messages that are both thrown and documented in /api/docs and openapi.json. */

export const LOGIN_REQUIRED = "Forbidden: login required";
export const NO_REFRESH_TOKEN = "Refresh token is required";
export const WRONG_ROLE = "Forbidden: insufficient role";
export const OWNERS_REGISTER = "Forbidden: only owner can register admins";
export const OWNERS_REMOVE = "Forbidden: only owner can delete admins";

export const WRONG_CREDENTIALS = "Invalid credentials";
export const ACCOUNT_DISABLED = "Account disabled";
export const WRONG_PASSWORD = "Current password is incorrect";
export const TOO_MANY_SIGN_INS = "Too many people are signing in; try again in a moment";

export const CODE_NEEDED = "Enter the code from your app";
export const WRONG_CODE = "This code is wrong or was used before";
export const FACTOR_REQUIRED =
  "Forbidden: your zoo requires a second factor; sign in at /login and set it up";
export const NEW_PASSWORD_NEEDED =
  "Forbidden: your password was set by an owner; sign in at /login and choose your own";
export const ONE_TIME_ENDED = "This one-time password has ended; ask an owner for another";

export const EMAIL_TAKEN = "Another admin already uses this email";
export const EMAIL_KNOWN = "An admin with this email already exists";
export const LAST_OWNER = "At least one active owner is required";

export const ITEMS_FIXED = "Items can only change while the order is pending";
export const ALL_INSIDE = "All people of this order are inside already";
export const OTHER_DETAILS =
  "You have already booked with different details, and that booking stands. Book again only if you want a second one.";

export const TICKET_UNKNOWN = "Ticket not found";
export const TICKET_USED = "Ticket already used";

export const WRITE_FAILED_ERROR =
  "Nothing can be saved right now, so this was not saved. Please try again in a few minutes.";
