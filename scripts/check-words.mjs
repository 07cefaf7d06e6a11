import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * Lists words of this project's former dialect in identifiers and comments. Texts that people read are not checked.
 * An exception names the word, where, and the reason.
 */
const IN_NAMES =
  /^(refuse[sd]?|refusals?|asked|here|words?|shown|kept|keep|whole|seen|looks?|told|tell|said|say|draw|drawn|troubles?|forget|most|least|longest|hardly|patience|nobodys?|anybodys|pictures?)$/;
const WHOLE_NAMES = /^(made|given|found|one|many|AT_ONCE|\w+_AT_ONCE|SLICE|PAUSE_MS)$/;
const IN_COMMENTS =
  /\b(refus\w+|kept|told|drawn|troubles?|forgets?|whole|pictures?|(?:spec|contract|design) \d)\b/gi;

/** @type {{ word: RegExp, in: string, reason: string }[]} */
const EXCEPTIONS = [
  { word: /^lastSeen(At)?$/, in: "", reason: "a standard term, and a database column" },
  { word: /^BACKUP_KEEP$/, in: "app/env.server.ts", reason: "an environment variable" },
  {
    word: /^(stale_order_words|words_to_rewrite)$/,
    in: "db/migrate.server.ts",
    reason: "old tables",
  },
  { word: /^draw/, in: "app/features/tickets/pdf/", reason: "drawing on a PDF page" },
];

const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "app", "db", "server", "scripts"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter(
    (file) =>
      /\.(ts|tsx|mjs)$/.test(file) && file !== "scripts/check-words.mjs" && ts.sys.fileExists(file),
  );

const only = process.argv.slice(2);
const found = files
  .filter((file) => only.length === 0 || only.some((prefix) => file.startsWith(prefix)))
  .flatMap(wordsIn)
  .filter(
    ({ file, word }) =>
      !EXCEPTIONS.some((each) => each.word.test(word) && file.startsWith(each.in)),
  );
for (const { file, line, word } of found) console.log(`${file}:${line} ${word}`);
process.exitCode = found.length > 0 || EXCEPTIONS.length > 20 ? 1 : 0;

/** @param {string} file */
function wordsIn(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  /** @type {{ file: string, line: number, word: string }[]} */
  const hits = [];
  /** @param {number} position @param {string} word */
  const add = (position, word) =>
    hits.push({ file, line: source.getLineAndCharacterOfPosition(position).line + 1, word });
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && isDeclared(node)) {
      const parts = node.text.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((part) => part.toLowerCase());
      if (WHOLE_NAMES.test(node.text) || parts.some((part) => IN_NAMES.test(part)))
        add(node.getStart(), node.text);
    }
    if (node.getChildCount(source) === 0 && !ts.isJsxText(node)) {
      for (const match of source.text
        .slice(node.pos, node.getStart(source, false))
        .matchAll(IN_COMMENTS)) {
        add(node.pos + match.index, `comment: ${match[0]}`);
      }
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return hits;
}

/** Whether the name is given in this place, and not used or imported. @param {ts.Identifier} node */
function isDeclared({ parent, ...node }) {
  return (
    "name" in parent &&
    parent.name !== undefined &&
    !ts.isPropertyAccessExpression(parent) &&
    !ts.isJsxAttribute(parent) &&
    !ts.isImportSpecifier(parent) &&
    !ts.isImportClause(parent) &&
    !ts.isMetaProperty(parent) &&
    /** @type {any} */ (parent.name).pos === node.pos
  );
}
