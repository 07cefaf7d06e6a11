import type { LucideIcon } from "lucide-react";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Sprout from "lucide-react/icons/sprout";
import Trees from "lucide-react/icons/trees";
import Wallet from "lucide-react/icons/wallet";
import { formatRupees } from "~/lib/money";
import { Icon } from "~/components/ui/icon";
import { MOVE_HOURS } from "~/features/orders/visit-limits";
import { useRootData, type VisitFacts } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

const REASONS: { icon: LucideIcon; title: string; line: string }[] = [
  {
    icon: Trees,
    title: "Habitats with room",
    line: "Planted enclosures built around how each species lives.",
  },
  {
    icon: CalendarClock,
    title: "Free reschedule",
    line: `Change your slot up to ${MOVE_HOURS} hours before the visit.`,
  },
  {
    icon: Sprout,
    title: "15 conservation projects",
    line: "Part of every ticket funds work in the field.",
  },
];

type Prices = VisitFacts["prices"];

function seniorDiscount(prices: Prices) {
  const [adult, senior] = ["adult", "senior"].map((id) => prices.find((price) => price.id === id));
  if (!adult || !senior || senior.pricePaise >= adult.pricePaise) return [];
  const line = `Seniors pay ${formatRupees(senior.pricePaise)} instead of ${formatRupees(adult.pricePaise)}.`;
  return [{ icon: Wallet, title: "Senior discounts", line }];
}

const ICONS = [Trees, CalendarClock, Sprout, Wallet];

/** What is said of the demo zoo only. */
const OF_DEMO_ZOO = ["Habitats with room", "15 conservation projects"];

function reasonsFor(own: Own, prices: Prices, isOwn: boolean) {
  if (own.length > 0)
    return own.map((point, index) => ({ ...point, icon: ICONS[index % ICONS.length] ?? Trees }));
  const usual = [...REASONS, ...seniorDiscount(prices)];
  return isOwn ? usual.filter(({ title }) => !OF_DEMO_ZOO.includes(title)) : usual;
}

type Own = readonly { title: string; line: string }[];

/** `own`: the points that the zoo has written itself. */
export function WhyVisit({ own }: { own: Own }) {
  const { visit, zoo } = useRootData();
  const isOwn = isOwnZoo(zoo);
  return (
    <section className="section bg-sunken">
      <div className="wrap grid gap-8 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <div>
          <h2 className="text-title">Why Visit Us</h2>
          <p className="mt-3 max-w-[26rem] text-ink-2">
            {isOwn
              ? "A visit that suits you, and a ticket you can move."
              : "A small zoo that takes its time: roomy habitats, patient keepers and a ticket you can move."}
          </p>
        </div>
        <ul className="border-b border-line">
          {reasonsFor(own, visit.prices, isOwn).map(({ icon, title, line }) => (
            <li key={title} className="flex items-center gap-4 border-t border-line py-5">
              <span className="grid size-11 flex-none place-items-center rounded-input bg-brand-soft text-on-brand-soft">
                <Icon icon={icon} size={22} />
              </span>
              <div className="min-w-0">
                <h3 className="text-heading">{title}</h3>
                <p className="text-small text-ink-2">{line}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
