import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** Every regular expression that is written down in the product, with where it stands. */
const found = ["app", "server", "db"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const literals: { at: string; pattern: RegExp }[] = [];
    const look = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, body = "", flags = ""] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        literals.push({ at: `${file}:${line + 1} ${node.text}`, pattern: new RegExp(body, flags) });
      }
      ts.forEachChild(node, look);
    };
    look(source);
    return literals;
  });

const SIZE = 32 * 1024;
const TIMES = 8;

/** So long no machine takes for it in step with the text; anything below is not worth measuring. */
const AT_ONCE_MS = 10;

/** Text that makes a careless expression begin again at each letter: its own letters, over and over. */
function pumpsFor({ source }: RegExp) {
  const plain = source.replace(/\\[wdsSbBDWpPu](\{[^}]*\})?|[[\]()^$*+?{}|\\]/g, " ");
  const words = plain.split(/\s+/).filter(Boolean);
  const letters = [...new Set(plain)].slice(0, 24);
  return [
    ...["a", "0", " ", "\t", "\n", "\r\n", ".", "-", "_", "/", "@", "=", "%", "<", '"', "é", "😀"],
    ...["a.", "a ", "a-", "a/", "/t/", "0,", " \n"],
    ...words,
    ...letters.map((letter) => `${letter}a`),
  ];
}

const duration = (pattern: RegExp, text: string) => {
  const began = performance.now();
  text.replace(pattern, "");
  return performance.now() - began;
};

/** So few letters that even what doubles with each of them comes to an end. */
const FEW = 26;

/** What spoils a match at the very end, in one kind of expression or another. */
const ENDS = ["\u0001", "  ", "\n\n!"];

/** How much longer a long text takes than one an eighth of its length; the best of a few. */
const growth = (pattern: RegExp, pump: string) =>
  Math.max(...ENDS.map((end) => growthBefore(end, pattern, pump)));

function growthBefore(end: string, pattern: RegExp, pump: string) {
  const text = (size: number) => pump.repeat(Math.ceil(size / pump.length)).slice(0, size) + end;
  const best = (size: number) => Math.min(...[1, 2, 3].map(() => duration(pattern, text(size))));
  if (best(FEW) > AT_ONCE_MS) return Infinity;
  if (duration(pattern, text(SIZE)) < AT_ONCE_MS) return 0;
  return best(SIZE) / Math.max(best(SIZE / TIMES), 0.1);
}

test("every regular expression takes linear time", () => {
  expect(found.length).toBeGreaterThan(50);

  const slow = found.flatMap(({ at, pattern }) =>
    pumpsFor(pattern)
      .filter((pump) => growth(pattern, pump) > TIMES * 4)
      .map((pump) => `${at} on ${JSON.stringify(pump)}`),
  );

  expect(slow).toEqual([]);
});

test.each([/=+$/, /\s+$/, /<a.*>/g, /^(\S+\s?)*$/])("%s would be detected", (pattern) => {
  const pumps = pumpsFor(pattern);

  expect(pumps.some((pump) => growth(pattern, pump) > TIMES * 4)).toBe(true);
});
