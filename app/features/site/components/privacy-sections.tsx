import { Link } from "@remix-run/react";
import { RETENTION_DAYS } from "~/features/mail/mail.rules";
import type { PublicZoo } from "~/components/hooks/use-root-data";
import { addressLine, emailHref, phoneHref } from "~/features/zoo/zoo-profile";
import type { Section } from "./prose-page";

const writeToUs = (zoo: PublicZoo) => (
  <>
    Write to{" "}
    <a href={emailHref(zoo)} className="link">
      {zoo.email}
    </a>
    , use the{" "}
    <Link to="/contact" className="link">
      contact form
    </Link>
    {zoo.phone && (
      <>
        {" "}
        or call{" "}
        <a href={phoneHref(zoo)} className="link">
          {zoo.phone}
        </a>
      </>
    )}
    .
  </>
);

const days = (count: number) => (count === 1 ? "a day" : `${count} days`);

export type Retention = {
  contactDays: number;
  backupDays: number;
  /** Of a copy on a second machine; 0 without one. */
  replicaDays: number;
};

export const privacySections = (
  { contactDays, backupDays, replicaDays }: Retention,
  zoo: PublicZoo,
): Section[] => [
  {
    id: "who-we-are",
    title: "Who we are",
    body: (
      <p>
        This site belongs to {addressLine(zoo)}. We decide what is stored here and are responsible
        for it. You can look at every animal, read every page and check every price without telling
        us who you are.
      </p>
    ),
  },
  {
    id: "what-we-store",
    title: "What we store",
    body: (
      <>
        <p>Only what you type into a form, and what we need to keep the site running:</p>
        <ul>
          <li>
            <strong>A booking:</strong> your name, your email address, your phone number if you give
            one, the day and slot of your visit, the tickets, the price, how you chose to pay, and
            whether the order is pending, paid, cancelled or refunded. While it is not paid, also a
            keyed hash of the network it came from, which tells two networks apart but not which
            they are.
          </li>
          <li>
            <strong>A ticket:</strong> its code, and the time at which it was used at the gate.
          </li>
          <li>
            <strong>An email about your booking:</strong> to which address, about what, when, and
            whether it could be delivered.
          </li>
          <li>
            <strong>A message:</strong> your name, your email address, the subject and what you
            wrote.
          </li>
          <li>
            <strong>A request for a group:</strong> the school or group, your name, your email
            address, your phone number, how many come on which days, and what you wrote.
          </li>
          <li>
            <strong>A staff account:</strong> name, email address, role, a password that is stored
            so that nobody can read it, when and with which browser the account is signed in, its
            second factor, its passkeys, and the browsers it trusts.
          </li>
          <li>
            <strong>A request:</strong> the time, the page, how it was answered, and the network it
            came from, but never your whole address. The site itself keeps none of these lines: they
            go to the log of the machine it runs on, without what you searched for or typed.
          </li>
          <li>
            <strong>An error on our side:</strong> the time and the page on which it happened, so
            that we can fix it. Nothing you typed goes into that record.
          </li>
        </ul>
        <p>
          We do not store card numbers, bank details or UPI PINs. Payment happens in your UPI app,
          on the page of a payment provider or at the counter. All we note is that an order is paid,
          how much, when, and the number of the payment. A provider gets the price and the order's
          number from us, not your name, email or phone.
        </p>
      </>
    ),
  },
  {
    id: "what-for",
    title: "What we use it for",
    body: (
      <p>
        Booking details hold your places, make your tickets and let you in. Messages are read so
        that we can answer them. We send no advertising, we build no profiles, and we do not sell or
        lend what you tell us.
      </p>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <>
        <p>
          A visit to this site sets no cookie that follows you. There are seven small ones in all:
        </p>
        <ul>
          <li>
            <strong>zoo_toast</strong> carries one line such as “Message sent” to the next page. It
            is gone as soon as the line has been shown, and after a minute at the latest.
          </li>
          <li>
            <strong>zoo_access</strong> and <strong>zoo_refresh</strong> keep staff signed in. One
            lasts 15 minutes, the other 10 days, and signing out removes both. Visitors never get
            them.
          </li>
          <li>
            <strong>zoo_gate</strong> makes a phone of the zoo’s gate one that checks tickets. It is
            sent to the gate’s page only and lasts until the zoo revokes it. Visitors never get it.
          </li>
          <li>
            <strong>zoo_device</strong> marks a browser that staff have signed in with, so that
            nobody can shut them out by guessing passwords. It lasts 180 days, and visitors never
            get it.
          </li>
          <li>
            <strong>zoo_signing_in</strong> lasts 10 minutes, from the password of a member of staff
            to the code from their phone. <strong>zoo_trust</strong> then marks a device that asks
            for no code for 30 days, if they say so. Visitors get neither.
          </li>
        </ul>
        <p>All of them are needed for what they do, so there is no banner to click away.</p>
      </>
    ),
  },
  {
    id: "no-tracking",
    title: "No tracking",
    body: (
      <>
        <p>
          There is no analytics, no advertising and no social media code on these pages. Fonts,
          styles and scripts come from our own server. A picture of an animal may come from another
          site; your browser fetches it there, so that site learns your network address, but not
          which page you are reading.
        </p>
        <p>
          To keep programs from flooding us, the server counts for up to an hour how often one
          network, browser or email address sends forms, asks for unknown tickets or fails to sign
          in. The count is kept in memory and never written down. An order that is sent by a program
          with a key of its own is remembered with the hash of its network for a day, so that it is
          not placed twice.
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    body: (
      <>
        <p>
          {contactDays} days after your visit, the name, email address and phone number of your
          booking are erased. The hash of the network goes as soon as the order is paid or
          cancelled. The figures stay: how many tickets, for which day, at what price. They no
          longer say whose they were.
        </p>
        <p>
          A message or a request for a group is deleted {contactDays} days after it arrived, or
          sooner, once our staff have dealt with it. The record of an email that we sent you is
          deleted after {RETENTION_DAYS} days at the latest.
        </p>
        <p>
          Staff accounts stay as long as the person works with us.
          {backupDays > 0 &&
            ` Backups are kept for about ${days(backupDays)}, and what was erased is gone from them too after that.`}
          {replicaDays > 0 &&
            ` A second machine follows every change, so that no booking is lost with a disk; what was erased is gone from there after ${days(replicaDays)}.`}
        </p>
      </>
    ),
  },
  {
    id: "who-sees-it",
    title: "Who sees it",
    body: (
      <>
        <p>
          Our staff, each only as far as their work needs it: bookings are open to the owner and to
          admins, messages to everyone with a staff account. At the gate, a scanned ticket shows its
          type, day and slot, but not your name. What staff change in an order is written to a log.
        </p>
        <p>
          The page of your order opens for anyone with its link. Treat the link like the tickets
          themselves.
        </p>
      </>
    ),
  },
  {
    id: "your-rights",
    title: "Your rights, and how to ask",
    body: (
      <>
        <p>
          You may ask us what we store about you, have it corrected, get a copy, or have it erased.
        </p>
        <p>
          {writeToUs(zoo)} Include the order number if you have one, so that we can find it. We
          reply within 1–2 business days. We only ask for what shows that the data is yours.
        </p>
        <p>
          A booking whose visit is still ahead cannot be erased as it is: it has to be cancelled or
          refunded first, and its tickets stop working then. Everything else goes at once. That you
          asked is noted without your name or address.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes to this page",
    body: (
      <p>
        When we change how we handle data, this page changes with it, and the date at the top says
        when.
      </p>
    ),
  },
];
