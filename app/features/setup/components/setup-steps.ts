import type { SetupStep } from "../setup.rules";

type Text = { title: string; line: string; to: string; link: string };

export const STEP_TEXTS: Record<SetupStep, Text> = {
  profile: {
    title: "Profile",
    line: "Name, address, phone, e-mail, logo and photograph. Mails and tickets carry them.",
    to: "/admin/dashboard/zoo",
    link: "Open the profile",
  },
  hours: {
    title: "Hours and places",
    line: "The slots of a day, the places of the week, and the days off.",
    to: "/admin/dashboard/zoo/hours",
    link: "Open the hours",
  },
  prices: {
    title: "Tickets and prices",
    line: "Who pays what, extras such as a camera, and dearer days.",
    to: "/admin/dashboard/zoo/tickets",
    link: "Open the tickets",
  },
  payment: {
    title: "Payment",
    line: "How long places are held for people who have not paid, and what one person may hold.",
    to: "/admin/dashboard/capacity",
    link: "Open the limits",
  },
  mail: {
    title: "E-mail",
    line: "Visitors get their booking and their tickets by mail.",
    to: "/admin/dashboard/outbox",
    link: "Open the outbox",
  },
  staff: {
    title: "Staff",
    line: "An account for each person, so that the record says who did what.",
    to: "/admin/dashboard/admins",
    link: "Open the accounts",
  },
  animals: {
    title: "Animals",
    line: "Your own, in place of those that the site begins with.",
    to: "/admin/dashboard/animals",
    link: "Open the animals",
  },
  booking: {
    title: "A test booking",
    line: "Book as a visitor does, look at the mail and the tickets, then delete the order.",
    to: "/tickets",
    link: "Book a visit",
  },
};
