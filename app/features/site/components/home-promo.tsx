import { formatRupees } from "~/lib/money";
import { PAYMENT_NAMES } from "~/features/orders/payment-methods";
import { PRICE_PAISE } from "~/features/orders/pricing";
import { TICKET_TYPES } from "~/features/orders/ticket-types";
import giraffe from "~/images/giraffe-1280.webp";
import { ButtonLink } from "~/components/ui/button";

export function HomePromo() {
  return (
    <section className="wrap section">
      <div className="forest grid overflow-hidden rounded-photo lg:grid-cols-2">
        <div className="px-6 py-10 md:p-13">
          <h2 className="text-title">Pick a slot, skip the queue</h2>
          <dl className="mt-4 flex flex-wrap gap-6">
            {TICKET_TYPES.map((type) => (
              <div key={type}>
                <dt className="text-on-forest-2 capitalize">{type}</dt>
                <dd className="text-figure">{formatRupees(PRICE_PAISE[type])}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 max-w-[30rem] text-small text-on-forest-2">
            Morning, afternoon or evening entry. Pay by {PAYMENT_NAMES} at the counter.
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
