/** Letters of any script and punctuation of names; no digits and no control characters. */
const NAME_PATTERN = /^[\p{L}\p{M}\u200c\u200d .,'’()-]{1,40}$/u;

/** Initials do not count, so that A. P. J. Abdul Kalam is greeted. */
const MAX_NAMES = 4;
const NAME_BREAK = /[ .,()]+/;

/** Omits a name that could be abused for spam, such as a URL or a sentence. */
export function greeting(name: string) {
  const names = name.split(NAME_BREAK).filter((part) => part.length > 1);
  const isName = NAME_PATTERN.test(name) && names.length <= MAX_NAMES && !hasDomain(name);
  return isName ? `Hello ${name},` : "Hello,";
}

/** What stands before a dot in a name: an initial or a title, as in S.P.Balasubrahmanyam and Dr.Rao. */
const BEFORE_DOT =
  /^(?:\p{L}\p{M}*|adv|dr|er|fr|md|miss|mr|mrs|ms|prof|rev|shri|smt|sr|sri|st|)$/iu;
const AFTER_DOT = /^[\p{Lu}\p{Lo}]/u;
const DOMAIN_ENDING =
  /^(?:\p{L}{2}|app|biz|club|com|dev|edu|gov|info|link|live|mobi|net|online|org|pro|shop|site|store|tel|top|vip|win|xyz)$/iu;

/** Mail clients turn a domain into a link. */
function hasDomain(name: string) {
  const parts = name.split(".");
  return parts.slice(1).some((part, at) => {
    const before = parts[at]?.split(NAME_BREAK).at(-1) ?? "";
    const [after = ""] = part.split(NAME_BREAK);
    const isInitial = after.length === 1;
    if (after === "" || (isInitial && before.length <= 1)) return false;
    return !BEFORE_DOT.test(before) || !AFTER_DOT.test(after) || DOMAIN_ENDING.test(after);
  });
}
