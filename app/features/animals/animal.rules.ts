/** How many animals a page of the catalogue shows (spec 9). */
export const CATALOGUE_PAGE = 12;

/** The staff form's shortest description, trimmed (spec 5). */
export const DESCRIPTION_MIN = 10;
