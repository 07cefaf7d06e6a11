import { avifOf, imageVariants, isUploadedImage } from "~/features/images/image.rules";
import placeholder from "~/images/brand/animal-placeholder.svg";

type Props = {
  imageUrl: string;
  /** Of an image of ours; unknown while it is being chosen. */
  imageWidth?: number | null;
  alt?: string;
  sizes?: string;
  /** The largest image of the first view. */
  eager?: boolean;
  /** Wider than a card, except on phones. */
  isWide?: boolean;
  className?: string;
};

function showPaw(image: HTMLImageElement) {
  if (image.src.endsWith(placeholder)) return;
  const source = image.closest("picture")?.querySelector("source");
  for (const element of [image, source]) element?.removeAttribute("srcset");
  image.src = placeholder;
}

/** For browsers that leave broken images without what base.css shows over them, and for errors before hydration. */
const showPawIfBroken = (image: HTMLImageElement | null) => {
  if (image?.complete && image.naturalWidth === 0) showPaw(image);
};

export function ImageOrPaw(props: Props) {
  const {
    imageUrl,
    imageWidth = null,
    alt = "",
    sizes,
    eager,
    isWide,
    className = "aspect-4/3 w-full bg-sunken object-cover",
  } = props;
  const files = imageUrl ? imageVariants(imageUrl, imageWidth) : undefined;
  const avif = avifOf(imageUrl);
  const image = (
    <img
      // Some images are on other sites, which need not know who shows them.
      referrerPolicy={isUploadedImage(imageUrl) ? undefined : "no-referrer"}
      src={imageUrl || placeholder}
      srcSet={files}
      sizes={files && sizes}
      alt={alt}
      data-remote={imageUrl.startsWith("https:") || undefined}
      ref={imageUrl.startsWith("https:") ? showPawIfBroken : undefined}
      onError={({ currentTarget }) => showPaw(currentTarget)}
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      {...(eager && { fetchpriority: "high" })} // React 18 does not know the property
      decoding="async"
      className={className}
    />
  );
  if (!avif) return image;
  return (
    <picture className="contents">
      <source media={isWide ? "(max-width: 40rem)" : undefined} type="image/avif" srcSet={avif} />
      {image}
    </picture>
  );
}
