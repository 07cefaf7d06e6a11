import { hasOffer } from "~/domain/capacity/offers.server";
import { dayInWords } from "~/domain/clock";
import type { OrderMail } from "~/domain/mail/mail.rules";
import type { Mail } from "~/domain/mail/mail.server";
import type { Payload } from "~/domain/mail/outbox.server";
import {
  isOwed,
  MOVE_HOURS,
  moneyBack,
  SLOT_HOURS,
  type PaymentMethod,
  type Visit,
} from "~/domain/order/order.rules";
import type { Order } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { orderView } from "../order-view.server";
import { mailOrigin, ownOrderPath, ticketAddress } from "../site.server";
import { greeting } from "./greeting";
import type { Letter, Part } from "./letter";

type View = ReturnType<typeof orderView>;
type About = { order: Order } & Pick<Payload, "from" | "wasPaid">;
type Write = (order: View, own: string, about: About) => Letter;

/** What a mail says, about its order as it is now. */
export function letterOf(mail: Mail): Letter {
  if (mail.kind === "links") return linksLetter(mail.bookings);
  const { kind, order, payload } = mail;
  const letter = LETTERS[kind](orderView(order), ownAddress(order), { ...payload, order });
  return { ...letter, parts: [{ text: greeting(order.contactName) }, ...letter.parts] };
}

/** One for each kind of mail. Its subject says what it is about, and never repeats a visitor's words. */
const LETTERS: Record<OrderMail, Write> = {
  booked: (order, own) => ({
    subject: `Booked for ${order.visitDay}, order ${order.id}`,
    heading: "Your places are held",
    parts: [
      { text: HOW_TO_PAY[order.paymentMethod](order.total) },
      { text: holding(order) },
      { button: { label: "Open your booking", href: own } },
      visitOf(order),
      { aside: PRIVATE },
    ],
  }),

  paid: (order, own, about) => ({
    subject: `Your tickets for ${order.visitDay}, order ${order.id}`,
    heading: "Your tickets are here",
    parts: [
      { text: `Your payment of ${order.total} has arrived. The tickets are attached as a PDF.` },
      {
        text: hasOffer(about.order)
          ? CLOSED
          : "Print it, or show each code on your phone at the gate.",
      },
      { button: { label: "Open your tickets", href: own } },
      visitOf(order),
      { links: ticketLinks(about.order) },
      { text: `You can move the visit free of charge up to ${MOVE_HOURS} hours before it starts.` },
      { aside: PRIVATE },
    ],
  }),

  moved: (order, own, { from }) => ({
    subject: `Your visit is now on ${order.visitDay}, order ${order.id}`,
    heading: "Your visit has moved",
    parts: [
      { text: `${from ? `It was on ${dayAndSlot(from)}. ` : ""}This is when we expect you:` },
      visitOf(order),
      {
        text:
          order.status === "paid"
            ? "The codes of your tickets stay valid. They are attached again, with the new date."
            : holding(order),
      },
      { button: { label: "Open your booking", href: own } },
      { aside: PRIVATE },
    ],
  }),

  cancelled: (order, _, { wasPaid }) => ({
    subject: `Order ${order.id} is cancelled`,
    heading: "Your booking is cancelled",
    parts: [
      { text: `${order.statusReason || "The zoo has cancelled this booking"}.` },
      visitOf(order),
      {
        text: wasPaid
          ? "Its tickets are no longer valid. To ask about your payment, just reply to this email."
          : "You are welcome on another day.",
      },
      { button: { label: "Book Tickets", href: `${mailOrigin}/tickets` } },
    ],
  }),

  refunded: (order) => (isOwed(order) ? owed(order) : givenBack(order)),

  closed: (order, own) => ({
    subject: `The zoo has to close on ${order.visitDay}, order ${order.id}`,
    heading: "We have to close during your slot",
    parts: [
      { text: "We are sorry. The visit that you booked cannot take place as planned:" },
      visitOf(order),
      {
        text:
          order.status === "paid"
            ? "Move it to another slot, free of charge; your tickets stay valid. Or get your money back. It is your choice."
            : "Move it to another slot, or cancel it. It is your choice.",
      },
      { button: { label: "Choose on your page", href: own } },
      { aside: PRIVATE },
    ],
  }),

  reopened: (order, own) => ({
    subject: `The zoo is open on ${order.visitDay} after all, order ${order.id}`,
    heading: "We are open during your slot after all",
    parts: [
      {
        text: "We told you that the zoo would be closed. It is not: your visit stands as you booked it.",
      },
      visitOf(order),
      { button: { label: "Open your booking", href: own } },
      { aside: PRIVATE },
    ],
  }),
};

const owed = (order: View): Letter => ({
  subject: `You get your money back, order ${order.id}`,
  heading: "You get your money back",
  parts: [
    { text: `${order.statusReason}.` },
    {
      text: `${moneyBack(order.total)} If it has not come within a few days, just reply to this email.`,
    },
    { text: VOID },
    visitOf(order),
  ],
});

const givenBack = (order: View): Letter => ({
  subject: `Order ${order.id} is refunded`,
  heading: "Your order is refunded",
  parts: [{ text: `We have refunded ${order.total}. ${VOID}` }, visitOf(order)],
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

const HOW_TO_PAY: Record<PaymentMethod, (total: string) => string> = {
  upi: (total) => `Please pay ${total} by UPI. The page of your booking shows how.`,
  card: (total) => `Please pay ${total} by credit or debit card at the ticket counter.`,
  cash: (total) => `Please pay ${total} in cash at the ticket counter before your slot ends.`,
};

const PRIVATE =
  "Keep this email to yourself: anyone with its links can see the tickets and move the visit.";

const holding = ({ heldUntil }: View) =>
  `Your places are held until ${heldUntil}. Tickets are issued after payment.`;

const dayAndSlot = ({ visitDate, visitSlot }: Visit) =>
  `${dayInWords(visitDate)}, ${SLOT_HOURS[visitSlot].label} (${SLOT_HOURS[visitSlot].hours})`;

const visitOf = (order: View): Part => ({
  facts: [
    ["Order", order.id],
    ["Date", order.visitDay],
    ["Slot", `${order.slot}, ${order.hours}`],
    ["Tickets", order.tickets],
    ["Total", `${order.total}, ${order.payment}`],
  ],
});

const ticketLinks = (order: Order) =>
  ticketsOf(order.seq).map(({ code, number, ticketType }) => ({
    label: `Ticket ${number} of ${order.ticketCount}, ${ticketType}`,
    href: ticketAddress(mailOrigin, code),
  }));

const ownAddress = ({ id }: { id: string }) => mailOrigin + ownOrderPath(id);
