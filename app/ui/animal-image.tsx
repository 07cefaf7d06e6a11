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
  const small = imageUrl && smallOf(imageUrl);
  return (
    <img
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

/** Only the demo photographs come in two sizes. */
function smallOf(imageUrl: string) {
  return /^\/photos\/[\w-]+\.webp$/.test(imageUrl) ? imageUrl.replace(".webp", "-480.webp") : null;
}
