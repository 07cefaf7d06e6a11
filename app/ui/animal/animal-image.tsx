import { isOwnPicture, smallPicture } from "~/domain/image/image.rules";
import placeholder from "~/images/brand/animal-placeholder.svg";

type Props = {
  imageUrl: string | null | undefined;
  /** Empty where the name follows. */
  alt?: string;
  sizes?: string;
  eager?: boolean;
  className?: string;
};

/** The animal's photograph, or a paw where there is none. */
export function ImageOrPaw({ imageUrl, alt = "", sizes, eager, className = "photo" }: Props) {
  const small = imageUrl && isOwnPicture(imageUrl) ? smallPicture(imageUrl) : null;
  return (
    <img
      // Some pictures stand on other sites, which need not know who shows them.
      referrerPolicy={small ? undefined : "no-referrer"}
      src={imageUrl || placeholder}
      srcSet={small ? `${small} 480w, ${imageUrl} 960w` : undefined}
      sizes={small ? sizes : undefined}
      alt={alt}
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={className}
    />
  );
}
