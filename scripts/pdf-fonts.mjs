import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./set-up.mjs";

/**
 * Writes app/http/pdf/figtree.json: the letters of the tickets' PDF as data, so that the build needs no
 * file beside itself. Run it by hand, `npm run pdf:fonts`, when Figtree has a new version.
 * The pages have the variable font; a PDF needs the weights one by one.
 */
const PACKAGE = "@fontsource/figtree@5.3.0";
const FILES = { regular: "latin-400", bold: "latin-700", extended: "latin-ext-400" };

const folder = mkdtempSync(join(tmpdir(), "zoo-fonts-"));
const run = (/** @type {string} */ command, /** @type {string[]} */ ...given) =>
  execFileSync(command, given, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });

const archive = run("npm", "pack", "--silent", PACKAGE).trim();
run("tar", "xzf", archive);
const files = join(folder, "package");
const [copyright] = readFileSync(join(files, "LICENSE"), "utf8").split("\n");
const fontkit = createRequire(import.meta.resolve("pdfkit"))("fontkit"); // the one that pdfkit reads fonts with
const fonts = Object.entries(FILES).map(([name, file]) => {
  const woff = readFileSync(join(files, "files", `figtree-${file}-normal.woff`));
  /** @type {number[]} */
  const codes = fontkit.create(woff).characterSet;
  const letters = String.fromCodePoint(...codes.filter((code) => code >= 0x20 && code < 0xffff));
  return [name, { letters, woff: woff.toString("base64") }];
});
rmSync(folder, { recursive: true });

const data = { licence: `SIL Open Font License 1.1. ${copyright}`, ...Object.fromEntries(fonts) };
writeFileSync(join(ROOT, "app/http/pdf/figtree.json"), `${JSON.stringify(data, null, 2)}\n`);
