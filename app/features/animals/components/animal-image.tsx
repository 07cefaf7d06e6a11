import { imageVariants, isUploadedImage } from "~/features/images/image.rules";
import placeholder from "~/images/brand/animal-placeholder.svg";

type Props = {
  imageUrl: string;
  /** Of an image of ours; unknown while it is being chosen. */
  imageWidth?: number | null;
  alt?: string;
  sizes?: string;
  eager?: boolean;
  className?: string;
};

/** For browsers that leave broken images without what base.css shows over them, and for errors before hydration. */
const showPaw = (image: HTMLImageElement | null) => {
  if (image?.complete && image.naturalWidth === 0) image.src = placeholder;
};

export function ImageOrPaw(props: Props) {
  const {
    imageUrl,
    imageWidth = null,
    alt = "",
    sizes,
    eager,
    className = "aspect-4/3 w-full bg-sunken object-cover",
  } = props;
  const files = imageUrl ? imageVariants(imageUrl, imageWidth) : undefined;
  return (
    <img
      // Some images are on other sites, which need not know who shows them.
      referrerPolicy={isUploadedImage(imageUrl) ? undefined : "no-referrer"}
      src={imageUrl || placeholder}
      srcSet={files}
      sizes={files && sizes}
      alt={alt}
      data-remote={imageUrl.startsWith("https:") || undefined}
      ref={imageUrl.startsWith("https:") ? showPaw : undefined}
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(placeholder)) currentTarget.src = placeholder;
      }}
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={className}
    />
  );
}
