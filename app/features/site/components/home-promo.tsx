import { formatRupees } from "~/lib/money";
import { PAYMENT_NAMES } from "~/features/orders/payment-methods";
import giraffe from "~/images/giraffe-1280.webp";
import { isOwnZoo } from "~/features/zoo/zoo-profile";
import { ImageOrPaw } from "~/features/animals/components/animal-image";
import { ButtonLink } from "~/components/ui/button";
import { useRootData, useZoo } from "~/components/hooks/use-root-data";

type Animals = readonly { name: string; imageUrl: string; imageWidth: number | null }[];
type Props = { promoHeading: string; promoLine: string; animals: Animals };

export function HomePromo({ promoHeading, promoLine, animals }: Props) {
  const picture = usePicture(animals);
  const { prices, slots } = useRootData().visit;
  return (
    <section className="wrap section">
      <div
        className={`forest grid overflow-hidden rounded-photo ${picture ? "lg:grid-cols-2" : ""}`}
      >
        <div className="px-6 py-10 md:p-13">
          <h2 className="text-title">{promoHeading || "Pick a slot, skip the queue"}</h2>
          <dl className="mt-4 flex flex-wrap gap-6">
            {prices.map(({ id, label, pricePaise }) => (
              <div key={id}>
                <dt className="text-on-forest-2 capitalize">{label.toLowerCase()}</dt>
                <dd className="text-figure">
                  {pricePaise === 0 ? "Free" : formatRupees(pricePaise)}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 max-w-[30rem] text-small text-on-forest-2">
            {promoLine || `${entryText(slots)} Pay by ${PAYMENT_NAMES}.`}
          </p>
          <ButtonLink to="/tickets" variant="accent" size={52} className="mt-5">
            Book Tickets
          </ButtonLink>
        </div>
        {picture}
      </div>
    </section>
  );
}

const PICTURE = "aspect-video size-full object-cover lg:aspect-auto";

/** Of a zoo of its own, one of its animals. */
function usePicture(animals: Animals) {
  const shown = animals.filter(({ imageUrl }) => imageUrl).at(-1);
  if (isOwnZoo(useZoo()))
    return shown && <ImageOrPaw {...shown} alt={shown.name} sizes="50vw" className={PICTURE} />;
  return (
    <img
      src={giraffe}
      alt="A giraffe turning its head above the trees"
      width={1280}
      height={720}
      loading="lazy"
      className={PICTURE}
    />
  );
}

/** `Morning, afternoon or evening entry.` */
function entryText(slots: { label: string }[]) {
  const names = slots.map(({ label }, index) => (index === 0 ? label : label.toLowerCase()));
  if (names.length > 4) return "Timed entry.";
  return `${[names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ")} entry.`;
}
