export const LEGAL_PAGES_UPDATED_AT = { text: "August 21, 2025", day: "2025-08-21" };
