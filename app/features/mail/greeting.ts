/** Letters of any script and punctuation of names; no control characters. */
const NAME_PATTERN = /^[\p{L}\p{M}\p{N}\u200c\u200d .,'’()-]{1,60}$/u;

/** Mail clients turn this into a link. */
const DOMAIN_PATTERN = /[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/** Omits a name that could be abused for spam, such as a URL. */
export function greeting(name: string) {
  const isName = NAME_PATTERN.test(name) && !DOMAIN_PATTERN.test(name);
  return isName ? `Hello ${name},` : "Hello,";
}
