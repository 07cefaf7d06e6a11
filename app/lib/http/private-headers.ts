export const PRIVATE_FILE_HEADERS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Linked sites must not receive the secret URL. */
export const PRIVATE_PAGE_HEADERS = { ...PRIVATE_FILE_HEADERS, "Referrer-Policy": "same-origin" };
