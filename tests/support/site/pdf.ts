import jsQR from "jsqr";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

const POINTS_PER_MM = 72 / 25.4;
const SCALE = 6;
const QUIET = 4;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;
type Square = { x0: number; y0: number; x1: number; y1: number };

/** What a PDF says and shows: the text of each page in its order, and the QR codes drawn there. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info } = await pdf.getMetadata();
  const { Title: title, Language: language } = info as Record<string, string>;
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.filter((item) => "str" in item);
    const text = pieces.map(({ str, hasEOL }) => str + (hasEOL ? "\n" : ""));
    /** How far above the foot of the page that word first stands. */
    const heightOf = (word: string) =>
      pieces.find(({ str }) => str.includes(word))?.transform[5] as number | undefined;
    const { width, height } = page.getViewport({ scale: 1 });
    const size = [width, height].map((points) => Math.round(points / POINTS_PER_MM));
    const [codes, parts] = [await codesOn(page), partsOf(await page.getStructTree())];
    pages.push({ text: text.join(""), size, codes, parts, heightOf });
  }
  const isTagged = (await pdf.getMarkInfo())?.Marked === true;
  return { title, language, isTagged, pages };
}

type Tree = Awaited<ReturnType<Page["getStructTree"]>>;

/** What a page is made of for those who hear it, in its order: "H1", "P", or a picture in words. */
const partsOf = (tree: Tree) =>
  (tree?.children ?? []).flatMap((part) => {
    const { role, alt } = part as { role?: string; alt?: string };
    return alt ?? role ?? [];
  });

/** A code is a filled path of rectangles on a square grid of whole numbers that begins in the corner. */
async function codesOn(page: Page) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const codes: { text: string; mm: number }[] = [];
  let scale = 1;
  fnArray.forEach((operation, at) => {
    const given = argsArray[at] as any;
    if (operation === OPS.transform) scale = given[0];
    if (operation !== OPS.constructPath || given[0] !== OPS.fill) return;
    const [x, y, width, height] = given[2] as number[];
    if (x !== 0 || y !== 0 || width !== height || !Number.isInteger(width)) return;
    const text = decoded(squaresIn(given[1][0]), width!);
    codes.push({ text, mm: Math.round((width! * scale) / POINTS_PER_MM) });
  });
  return codes;
}

/** Moves (0) and lines (1) come with a point each; 4 closes a rectangle. */
function squaresIn(path: ArrayLike<number>): Square[] {
  const squares: Square[] = [];
  let xs: number[] = [];
  let ys: number[] = [];
  for (let at = 0; at < path.length;) {
    const command = path[at++];
    if (command === 4) {
      squares.push({
        x0: Math.min(...xs),
        y0: Math.min(...ys),
        x1: Math.max(...xs),
        y1: Math.max(...ys),
      });
      [xs, ys] = [[], []];
    } else {
      xs.push(path[at++]!);
      ys.push(path[at++]!);
    }
  }
  return squares;
}

function decoded(squares: Square[], modules: number) {
  const side = (modules + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x0, y0, x1, y1 } of squares) {
    for (let y = (y0 + QUIET) * SCALE; y < (y1 + QUIET) * SCALE; y += 1) {
      for (let x = (x0 + QUIET) * SCALE; x < (x1 + QUIET) * SCALE; x += 1) {
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
      }
    }
  }
  const code = jsQR(pixels, side, side);
  if (!code) throw new Error("A code in the PDF cannot be read");
  return code.data;
}
