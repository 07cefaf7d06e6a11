import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { ROOT } from "./bootstrap.mjs";

/**
 * Writes app/features/tickets/pdf/figtree.json: the letters of the tickets' PDF as data, so that the build needs no
 * file beside itself. Run it by hand, `npm run pdf:fonts`, when Figtree has a new version.
 * The pages have the variable font; a PDF needs the weights one by one.
 */
const PACKAGE = "@fontsource/figtree@5.3.0";
const FILES = { regular: "latin-400", bold: "latin-700", extended: "latin-ext-400" };
/** Ligatures and kerning: nobody sees them in a ticket's few words, and they take a quarter of its time. */
const LEFT_OUT = ["GDEF", "GPOS", "GSUB"];

const folder = mkdtempSync(join(tmpdir(), "zoo-fonts-"));
const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  execFileSync(command, args, {
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
  const font = decodeWoff(readFileSync(join(files, "files", `figtree-${file}-normal.woff`)));
  /** @type {number[]} */
  const codes = fontkit.create(font).characterSet;
  const letters = String.fromCodePoint(...codes.filter((code) => code >= 0x20 && code < 0xffff));
  return [name, { letters, font: font.toString("base64") }];
});
rmSync(folder, { recursive: true });

const data = { licence: `SIL Open Font License 1.1. ${copyright}`, ...Object.fromEntries(fonts) };
writeFileSync(
  join(ROOT, "app/features/tickets/pdf/figtree.json"),
  `${JSON.stringify(data, null, 2)}\n`,
);

/**
 * WOFF as the font that is in it (https://www.w3.org/TR/WOFF/), without what is left out: else every PDF
 * would have to inflate it.
 * @param {Buffer} woff
 */
function decodeWoff(woff) {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, at) => {
    const entry = woff.subarray(44 + at * 20);
    const [packed, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(entry.readUInt32BE(4)).subarray(0, packed);
    return { head: entry, bytes: packed < length ? inflateSync(bytes) : bytes };
  }).filter(({ head }) => !LEFT_OUT.includes(head.toString("latin1", 0, 4)));
  const count = tables.length;
  const steps = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8); // what kind of outlines
  [count, 16 << steps, steps, (count - (1 << steps)) * 16].forEach((number, at) =>
    head.writeUInt16BE(number, 4 + at * 2),
  );
  let length = head.length;
  const parts = tables.map(({ head: entry, bytes }, at) => {
    const place = 12 + at * 16;
    entry.copy(head, place, 0, 4); // its name
    entry.copy(head, place + 4, 16, 20); // and sum
    head.writeUInt32BE(length, place + 8);
    head.writeUInt32BE(bytes.length, place + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    length += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...parts]);
}
