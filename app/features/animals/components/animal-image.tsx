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
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={className}
    />
  );
}
