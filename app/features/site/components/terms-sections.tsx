import { Link } from "@remix-run/react";
import {
  NAMES_HELD_FOR_HOURS,
  NAMES_HELD_UNTIL_SLOT_ENDS,
} from "~/features/orders/payment-methods";
import { addressLine, emailHref, legalLine } from "~/features/zoo/zoo-profile";
import { NoWrapHours } from "~/components/ui/no-wrap-hours";
import { formatPrices } from "~/features/booking/components/price-line";
import type { Section } from "./prose-page";
import { MOVE_HOURS } from "~/features/orders/visit-limits";
import { OpeningHours } from "~/components/ui/opening-hours";
import type { PublicZoo, VisitFacts } from "~/components/hooks/use-root-data";
import { DEFAULT_MOST } from "~/features/tariff/tariff";

type Held = {
  holdHours: number;
  /** 0: cash orders need no confirmation. */
  confirmHours: number;
  bookingDays: number;
};

const formatHours = (hours: number) => (hours === 1 ? "an hour" : `${hours} hours`);

const slotList = (slots: VisitFacts["slots"]) =>
  slots.map(({ label, hours }) => `${label.toLowerCase()} ${hours}`).join(", ");

export const termsSections = (
  { holdHours, confirmHours, bookingDays }: Held,
  { slots, prices }: VisitFacts,
  zoo: PublicZoo,
): Section[] => [
  {
    id: "agreement",
    title: "What these terms cover",
    body: (
      <p>
        They apply to this website and to visits to {addressLine(zoo)}
        {legalLine(zoo) && ` (${legalLine(zoo)})`}. Anyone who books agrees to them, for themselves
        and for the people they bring.
      </p>
    ),
  },
  {
    id: "booking",
    title: "Booking",
    body: (
      <>
        <p>
          A booking is for one day and one slot: <NoWrapHours>{slotList(slots)}</NoWrapHours>. You
          can book up to {DEFAULT_MOST} tickets of each type at a time, up to {bookingDays} days
          ahead, as long as the slot has places left. So that nobody blocks a slot without paying,
          only part of it can wait for payment.
        </p>
        <p>
          A new order is pending, and its places are held for you until it is paid. Tickets with QR
          codes are issued after payment.
        </p>
        <ul>
          <li>
            Orders to be paid by {NAMES_HELD_FOR_HOURS} that stay unpaid give their places back
            after {formatHours(holdHours)}.
          </li>
          <li>
            Orders to be paid in {NAMES_HELD_UNTIL_SLOT_ENDS} give their places back at the end of
            the booked slot
            {confirmHours > 0 &&
              `, or after ${formatHours(confirmHours)} unless you confirm them from the email that we send you`}
            .
          </li>
        </ul>
        <p>
          While an order is pending you can cancel it on its page. That page is your only way back
          to the order and its tickets, so please keep its link. If you lose it,{" "}
          <Link to="/tickets/find" className="link">
            ask us for it
          </Link>
          .
        </p>
      </>
    ),
  },
  {
    id: "prices",
    title: "Prices and promo codes",
    body: (
      <>
        <p>
          Prices are in Indian rupees and are the full price: {formatPrices(prices)}. The price of
          an order is the one shown when it was placed.
        </p>
        <p>
          A promo code lowers the price of one order. It has to be entered before booking, only one
          code counts for each order, and its value is not paid out.
        </p>
      </>
    ),
  },
  {
    id: "tickets",
    title: "Tickets and entry",
    body: (
      <>
        <p>
          Each ticket admits one person of its type once, on the day and in the slot it was issued
          for. The gate scans the code; after that the ticket is used, no matter who showed it.
        </p>
        <p>
          Please bring something that shows the age of a child or senior if it is not plain to see.
          Tickets may be given away, but not resold for more than they cost.
        </p>
      </>
    ),
  },
  {
    id: "rescheduling",
    title: "Moving your visit",
    body: (
      <p>
        You can move your visit to another day or slot, free of charge, up to {MOVE_HOURS} hours
        before the visit and as long as the new slot has places. After that the booking stays as it
        is.
      </p>
    ),
  },
  {
    id: "refunds",
    title: "Refunds",
    body: (
      <>
        <p>
          Our staff can refund a paid order.{" "}
          <Link to="/contact" className="link">
            Write to us
          </Link>{" "}
          with the order number and the reason, also when a slot that you paid for had to be closed.
        </p>
        <p>Refunded tickets stop working at once. To visit after a refund, please book again.</p>
      </>
    ),
  },
  {
    id: "conduct",
    title: "On the grounds",
    body: (
      <>
        <p>
          We are open <OpeningHours />. While you are here:
        </p>
        <ul>
          <li>Stay on the paths and on your side of every barrier.</li>
          <li>Do not feed, touch, chase or shout at animals, and do not tap on glass.</li>
          <li>Take photographs without flash, and leave drones and pets at home.</li>
          <li>Do not smoke, and put litter into the bins; much of it is deadly to an animal.</li>
          <li>Follow what keepers and signs say, most of all in an emergency.</li>
        </ul>
        <p>Anyone who endangers animals or people may be asked to leave without a refund.</p>
      </>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Children come with an adult, who keeps them in sight and is responsible for what they do.
        Our keepers are glad to help look for a child who is lost, but they cannot take the adult’s
        place.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    body: (
      <>
        <p>
          We keep paths, barriers and buildings safe, and we are liable for harm that comes from our
          own carelessness. We are not liable for harm that comes from ignoring a barrier, a sign or
          a keeper, nor for belongings you leave unattended.
        </p>
        <p>
          Animals keep their own hours. If one of them is asleep, indoors or at the vet, the ticket
          is still good and is not refunded for that. The same goes for rain.
        </p>
        <p>
          We do our best to keep this site correct and running, and fix mistakes once we know of
          them. None of this takes away rights that the law gives you.
        </p>
      </>
    ),
  },
  {
    id: "photographs",
    title: "Photographs and text",
    body: (
      <p>
        The photographs on this site belong to their photographers and come under Creative Commons
        or public-domain terms; the{" "}
        <Link to="/about#photo-credits" className="link">
          photo credits
        </Link>{" "}
        name author and licence of each. You may use them as those licences allow. The name{" "}
        {zoo.name}, the logo and the text are ours.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes and questions",
    body: (
      <p>
        When these terms change, the date at the top changes with them; an order keeps the terms
        under which it was placed. Questions go to{" "}
        <a href={emailHref(zoo)} className="link">
          {zoo.email}
        </a>
        .
      </p>
    ),
  },
];
