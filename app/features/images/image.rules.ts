export const MAX_BYTES = 5 * 1024 * 1024;
export const TOO_LARGE = "The image is larger than 5 MB.";
export const UNREADABLE = "Could not read the selected file.";
/** The narrower versions of an image: for thumbnails, and for cards on phones. */
export const NARROW_WIDTHS = [480, 720];
export const WIDE_WIDTH = 1280;
export const IMAGE_TYPES = ["image/webp", "image/avif", "image/jpeg"] as const;
export const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif";

/** By content, never by name: the first bytes of the four kinds, and of HEIC; undefined for anything else. */
export function typeByContent(bytes: Uint8Array) {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) !== "ftyp") return undefined;
  // The main brand may be a general one, such as mif1; the others follow it.
  const brands =
    text(8, Math.min(64, (bytes[3] ?? 0) + 256 * (bytes[2] ?? 0))).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return "image/avif";
  return brands.some((brand) => /^(hei|hev)/.test(brand)) ? "image/heic" : undefined;
}

/** Why a file of this kind is not accepted; undefined for one of the four kinds. */
export function typeProblem(type: ReturnType<typeof typeByContent>) {
  if (type === "image/heic")
    return "This is a HEIC image, which browsers cannot show. Save it as a JPEG and choose that.";
  return type ? undefined : "Choose a JPEG, PNG, WebP or AVIF image.";
}

/** What is decoded in about a second: phones take JPEGs of 48 megapixels, and AVIF is far slower to decode. */
export const MAX_MEGAPIXELS = {
  "image/jpeg": 50,
  "image/png": 40,
  "image/webp": 40,
  "image/avif": 12,
};

export const tooManyPixels = (pixels: number, type: keyof typeof MAX_MEGAPIXELS) =>
  pixels > MAX_MEGAPIXELS[type] * 1_000_000
    ? `The image has ${Math.ceil(pixels / 1_000_000)} megapixels; ${type.slice(6).toUpperCase()} images may have at most ${MAX_MEGAPIXELS[type]}. Choose a smaller one.`
    : undefined;

/** Our images, shipped or uploaded, have a small version for cards and thumbnails. */
export const isUploadedImage = (url: string) => /^\/(photos|images)\/[\w-]+\.webp$/.test(url);

/** What was sent with our own absolute `imageUrl` as the path that is stored. */
export function withOwnImagePath(sent: unknown, origin: string) {
  if (typeof sent !== "object" || sent === null || !("imageUrl" in sent)) return sent;
  const url = typeof sent.imageUrl === "string" ? URL.parse(sent.imageUrl) : null;
  return url?.origin === origin && isUploadedImage(url.pathname)
    ? { ...sent, imageUrl: url.pathname }
    : sent;
}

export const imageUrl = (id: string) => `/images/${id}.webp`;

const UPLOADED = new RegExp(`^/images/(\\w+?)(?:-(${NARROW_WIDTHS.join("|")}))?\\.webp$`);

/** The id, and the width that is wanted; undefined for the widest. */
export function parseImageUrl(url: string) {
  const [, id, width] = UPLOADED.exec(url) ?? [];
  return id === undefined ? undefined : { id, width: width === undefined ? undefined : +width };
}

/** A hash of public/photos, in immutable addresses; a test compares the two. */
export const PHOTOS_VERSION = "46f35e37";

const isPhoto = (url: string) => url.startsWith("/photos/");

/** The address of a version of an image: uploads have a hash in their name, photographs get theirs here. */
const versioned = (url: string, ending: string) =>
  url.replace(/\.webp$/, ending) + (isPhoto(url) ? `?v=${PHOTOS_VERSION}` : "");

/** The files that a browser may choose from; none where the wide one is the only one, or nobody knows its width. */
export function imageVariants(url: string, width: number | null) {
  const narrow = NARROW_WIDTHS.filter((each) => each < (width ?? 0));
  if (narrow.length === 0) return undefined;
  const files = narrow.map((each) => `${versioned(url, `-${each}.webp`)} ${each}w`);
  return [...files, `${versioned(url, ".webp")} ${width}w`].join(", ");
}

/** Photographs have a version of half the bytes for cards and phones. */
export const avifOf = (url: string) => (isPhoto(url) ? versioned(url, "-720.avif") : undefined);
