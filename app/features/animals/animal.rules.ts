/** How many animals a page of the catalogue shows. */
export const CATALOGUE_PAGE = 12;

/** The staff form's shortest description, trimmed. */
export const DESCRIPTION_MIN = 10;
