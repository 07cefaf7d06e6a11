/** Letters of any script, and what stands in names; nothing that controls how a line is shown. */
const NAME = /^[\p{L}\p{M}\p{N}\u200c\u200d .,'’()-]{1,60}$/u;

/** Mail programs make a link of it. */
const LIKE_AN_ADDRESS = /[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/**
 * How a mail begins. Anybody can book under anybody's address, so a name that is none, such as a web address, is
 * not passed on in the zoo's words.
 */
export function greeting(name: string) {
  const isName = NAME.test(name) && !LIKE_AN_ADDRESS.test(name);
  return isName ? `Hello ${name},` : "Hello,";
}
