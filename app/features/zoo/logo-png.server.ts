import { findImageFile } from "~/features/images/images.server";
import { zooProfile } from "./zoo-profile.server";

type Logo = { png: Buffer; width: number; height: number };
let last: { id: string; logo: Logo | null } = { id: "", logo: null };

/** The uploaded logo as PDFs can have it, pixels for its size; null for the mark of a new zoo. */
export async function logoPng(): Promise<Logo | null> {
  const id = zooProfile().logo;
  if (id !== last.id) last = { id, logo: await converted(id) };
  return last.logo;
}

async function converted(id: string) {
  const file = findImageFile(id);
  if (!file) return null;
  // Imported on demand, as it takes 20 MB.
  const { default: sharp } = await import("sharp");
  return { png: await sharp(file.bytes).png().toBuffer(), width: file.width, height: file.height };
}
