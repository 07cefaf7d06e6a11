/** Above it a line with a count takes the place of a box for each person. */
export const MOST_BOXES = 10;

/** Slips that are printed at once. */
export const MOST_SLIPS = 200;
export const SLIPS_PER_PRINT = 40;

/** `A. R.` of Asha Rao; blank for no name. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(" ");
