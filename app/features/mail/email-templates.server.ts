import { hasOffer } from "~/features/closures/reschedule-offers.server";
import type { OrderMail } from "./mail.rules";
import type { Mail } from "./mail.server";
import type { Payload } from "./enqueue-mail.server";
import { MOVE_HOURS, moneyBack } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import { orderView } from "~/features/orders/order.presenter.server";
import { mailOrigin } from "~/lib/http/urls.server";
import { greeting } from "./greeting";
import type { Letter } from "./email.types";
import {
  dayAndSlot,
  holding,
  HOW_TO_PAY,
  ownAddress,
  PRIVATE,
  ticketLinks,
  visitFacts,
  type OrderView,
} from "./email-parts.server";

/** What a letter about an order is written from: the order, its view in words, and the page of its visitor. */
type Facts = { view: OrderView; order: Order; own: string } & Pick<Payload, "from" | "wasPaid">;

/** What a mail says, about its order as it is now. */
export function letterOf(mail: Mail): Letter {
  if (mail.kind === "links") return linksLetter(mail.bookings);
  const { kind, order, payload } = mail;
  const { from, wasPaid } = payload;
  const facts = { view: orderView(order), order, own: ownAddress(order), from, wasPaid };
  const letter = LETTERS[kind](facts);
  return { ...letter, parts: [{ text: greeting(order.contactName) }, ...letter.parts] };
}

/** One for each kind of mail. Its subject says what it is about, and never repeats a visitor's words. */
const LETTERS: Record<OrderMail, (facts: Facts) => Letter> = {
  booked: ({ view, own }) => ({
    subject: `Booked for ${view.visitDay}, order ${view.id}`,
    heading: "Your places are held",
    parts: [
      { text: HOW_TO_PAY[view.paymentMethod](view.total) },
      { text: holding(view) },
      { button: { label: "Open your booking", href: own } },
      visitFacts(view),
      { aside: PRIVATE },
    ],
  }),

  paid: ({ view, order, own }) => ({
    subject: `Your tickets for ${view.visitDay}, order ${view.id}`,
    heading: "Your tickets are here",
    parts: [
      { text: `Your payment of ${view.total} has arrived. The tickets are attached as a PDF.` },
      {
        text: hasOffer(order) ? CLOSED : "Print it, or show each code on your phone at the gate.",
      },
      { button: { label: "Open your tickets", href: own } },
      visitFacts(view),
      { links: ticketLinks(order) },
      { text: `You can move the visit free of charge up to ${MOVE_HOURS} hours before it starts.` },
      { aside: PRIVATE },
    ],
  }),

  moved: ({ view, own, from }) => ({
    subject: `Your visit is now on ${view.visitDay}, order ${view.id}`,
    heading: "Your visit has moved",
    parts: [
      { text: `${from ? `It was on ${dayAndSlot(from)}. ` : ""}This is when we expect you:` },
      visitFacts(view),
      {
        text:
          view.status === "paid"
            ? "The codes of your tickets stay valid. They are attached again, with the new date."
            : holding(view),
      },
      { button: { label: "Open your booking", href: own } },
      { aside: PRIVATE },
    ],
  }),

  cancelled: ({ view, wasPaid }) => ({
    subject: `Order ${view.id} is cancelled`,
    heading: "Your booking is cancelled",
    parts: [
      { text: `${view.statusReason || "The zoo has cancelled this booking"}.` },
      visitFacts(view),
      {
        text: wasPaid
          ? "Its tickets are no longer valid. To ask about your payment, just reply to this email."
          : "You are welcome on another day.",
      },
      { button: { label: "Book Tickets", href: `${mailOrigin}/tickets` } },
    ],
  }),

  refunded: ({ view }) => (view.owed ? owed(view) : refunded(view)),

  repaid: ({ view }) => ({
    subject: `Your money is back, order ${view.id}`,
    heading: "We have given your money back",
    parts: [
      { text: `We have given you ${view.total} back for this booking. ${VOID}` },
      visitFacts(view),
      { text: "If you have not received it, just reply to this email." },
    ],
  }),

  closed: ({ view, own }) => ({
    subject: `The zoo has to close on ${view.visitDay}, order ${view.id}`,
    heading: "We have to close during your slot",
    parts: [
      { text: "We are sorry. The visit that you booked cannot take place as planned:" },
      visitFacts(view),
      {
        text:
          view.status === "paid"
            ? "Move it to another slot, free of charge; your tickets stay valid. Or get your money back. It is your choice."
            : "Move it to another slot, or cancel it. It is your choice.",
      },
      { button: { label: "Choose on your page", href: own } },
      { aside: PRIVATE },
    ],
  }),

  reopened: ({ view, own }) => ({
    subject: `The zoo is open on ${view.visitDay} after all, order ${view.id}`,
    heading: "We are open during your slot after all",
    parts: [
      {
        text: "We told you that the zoo would be closed. It is not: your visit stands as you booked it.",
      },
      visitFacts(view),
      { button: { label: "Open your booking", href: own } },
      { aside: PRIVATE },
    ],
  }),
};

const owed = (view: OrderView): Letter => ({
  subject: `You get your money back, order ${view.id}`,
  heading: "You get your money back",
  parts: [
    { text: `${view.statusReason}.` },
    {
      text: `${moneyBack(view.total)} If it has not come within a few days, just reply to this email.`,
    },
    { text: VOID },
    visitFacts(view),
  ],
});

const refunded = (view: OrderView): Letter => ({
  subject: `Order ${view.id} is refunded`,
  heading: "Your order is refunded",
  parts: [{ text: `We have refunded ${view.total}. ${VOID}` }, visitFacts(view)],
});

const VOID = "The tickets of this order are no longer valid.";

const CLOSED =
  "The zoo is closed in this slot. Please do not come then: move your visit or get your money back, on your page.";

const linksLetter = (bookings: Order[]): Letter => ({
  subject: "Your bookings at Zoo Verse",
  heading: "Your bookings",
  parts: [
    { text: "Hello," },
    { text: "Someone, probably you, asked us for the bookings made with this email address:" },
    {
      links: bookings.map((order) => ({
        label: `Order ${order.id}`,
        href: ownAddress(order),
        note: `${dayAndSlot(order)}, ${orderView(order).tickets}, ${order.status}`,
      })),
    },
    { aside: `${PRIVATE} If it was not you, you can ignore this email.` },
  ],
});
