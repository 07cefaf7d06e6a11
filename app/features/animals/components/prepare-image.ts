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

/** Twice what is stored, so that the server still has something to choose from. */
const MAX_WIDTH = 2 * WIDE_WIDTH;

/** Checks a chosen file as the server would, and shrinks one of too many bytes or pixels. */
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
