/** Text that comes back as it was sent: SQLite's length ends at a NUL, and half a character cannot be written down. */
export const TEXT = /^[^\u0000\p{Cs}]*$/u;
export const NOT_TEXT = "Leave out characters that are not text";
