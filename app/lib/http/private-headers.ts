/** Headers of a file behind a visitor's own link: whoever has the link is the visitor, so it stays private. */
export const SECRET_FILE = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Sites that the page links to must not learn its address. */
export const SECRET_PAGE = { ...SECRET_FILE, "Referrer-Policy": "same-origin" };
