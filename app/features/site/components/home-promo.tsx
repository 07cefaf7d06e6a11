import { formatRupees } from "~/lib/money";
import { PAYMENT_NAMES } from "~/features/orders/payment-methods";
import giraffe from "~/images/giraffe-1280.webp";
import { ButtonLink } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";

type Props = { promoHeading: string; promoLine: string };

export function HomePromo({ promoHeading, promoLine }: Props) {
  const { prices, slots } = useRootData().visit;
  return (
    <section className="wrap section">
      <div className="forest grid overflow-hidden rounded-photo lg:grid-cols-2">
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
            {promoLine || `${entryText(slots)} Pay by ${PAYMENT_NAMES} at the counter.`}
          </p>
          <ButtonLink to="/tickets" variant="accent" size={52} className="mt-5">
            Book Tickets
          </ButtonLink>
        </div>
        <img
          src={giraffe}
          alt="A giraffe turning its head above the trees"
          width={1280}
          height={720}
          loading="lazy"
          className="aspect-video size-full object-cover lg:aspect-auto"
        />
      </div>
    </section>
  );
}

/** `Morning, afternoon or evening entry.` */
function entryText(slots: { label: string }[]) {
  const names = slots.map(({ label }, index) => (index === 0 ? label : label.toLowerCase()));
  if (names.length > 4) return "Timed entry.";
  return `${[names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ")} entry.`;
}
