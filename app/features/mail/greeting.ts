/** Letters of any script, and what stands in names; nothing that controls how a line is shown. */
const NAME = /^[\p{L}\p{M}\p{N}\u200c\u200d .,'’()-]{1,60}$/u;

/** Mail programs make a link of it. */
const LOOKS_LIKE_DOMAIN = /[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/**
 * The greeting. Anybody can book with any address, so a "name" that is not one, such as a web address, is not
 * repeated by the zoo.
 */
export function greeting(name: string) {
  const isName = NAME.test(name) && !LOOKS_LIKE_DOMAIN.test(name);
  return isName ? `Hello ${name},` : "Hello,";
}
