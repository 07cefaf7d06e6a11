import {
  MAX_BYTES,
  TOO_LARGE,
  tooManyPixels,
  typeByContent,
  typeProblem,
  UNREADABLE,
  WIDE_WIDTH,
} from "~/features/images/image.rules";

type Prepared = { problem: string | null; smaller?: File };
type Chosen = { problem: string | null; file: File };

/** Twice what is stored, so that the server still has something to choose from. */
const MAX_WIDTH = 2 * WIDE_WIDTH;

/**
 * Checks the file chosen in a field as the server would, and puts a smaller one in its place if it has too many bytes or
 * pixels. Null if there is none, or meanwhile another.
 */
export async function prepareChosenImage(field: HTMLInputElement): Promise<Chosen | null> {
  const chosen = field.files?.[0];
  if (!chosen) return null;
  const { problem, smaller } = await prepareImage(chosen);
  if (field.files?.[0] !== chosen) return null;
  if (smaller) {
    const files = new DataTransfer();
    files.items.add(smaller);
    field.files = files.files;
  }
  return { problem, file: smaller ?? chosen };
}

/** Checks a file as the server would, and makes one of too many bytes or pixels smaller. */
export async function prepareImage(file: File): Promise<Prepared> {
  const type = typeByContent(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (!type) return { problem: UNREADABLE };
  if (type === "image/heic") return { problem: typeProblem(type) ?? UNREADABLE };
  const isLarge = file.size > MAX_BYTES;
  try {
    const bitmap = await createImageBitmap(file);
    const tooMany = tooManyPixels(bitmap.width * bitmap.height, type);
    const smaller = isLarge || tooMany ? await shrink(bitmap, file.name) : undefined;
    bitmap.close();
    if (smaller && smaller.size <= MAX_BYTES) return { problem: null, smaller };
    return { problem: tooMany ?? (isLarge ? TOO_LARGE : null) };
  } catch {
    return { problem: isLarge ? TOO_LARGE : UNREADABLE };
  }
}

async function shrink(bitmap: ImageBitmap, name: string) {
  const scale = Math.min(1, MAX_WIDTH / bitmap.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/webp", 0.9),
  );
  return blob ? new File([blob], name, { type: blob.type }) : undefined;
}
