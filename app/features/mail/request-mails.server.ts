import type { GroupRequest } from "~/features/groups/requests.server";
import { formatWantedDay } from "~/features/groups/wanted-day.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { mailOrigin } from "~/lib/http/urls.server";
import type { EmailContent, Part } from "./email.types";
import { greeting } from "./greeting";
import type { RequestMail } from "./mail.rules";

/**
 * Mails about the requests of groups. Subjects must not contain visitor input. Anybody can send a request under any
 * address, so a mail to the school repeats no text of it, only days and numbers.
 */
export const requestContent = (kind: RequestMail, request: GroupRequest): EmailContent =>
  CONTENT[kind](request);

const CONTENT: Record<RequestMail, (request: GroupRequest) => EmailContent> = {
  groupAsked: (request) => ({
    subject: `Your request to ${zooProfile().name}`,
    heading: "We have your request",
    parts: [
      { text: greeting(request.contactName) },
      {
        text: "You have asked us for places for a group. Nothing is booked yet: we look at your days and answer by email.",
      },
      details(request),
      { aside: "If you have not asked for this, you can ignore this email." },
    ],
  }),

  groupToAnswer: (request) => ({
    subject: "A group asks for places",
    heading: "A group asks for places",
    parts: [
      { text: "Hello," },
      { text: "A request has come on the site:" },
      {
        facts: [
          ["Group", request.organisation],
          ...factsOf(request),
          ...(request.ages ? [["Ages", request.ages] as const] : []),
        ],
      },
      ...(request.message ? [{ text: request.message }] : []),
      { button: { label: "Answer it", href: `${mailOrigin}/admin/dashboard/groups` } },
    ],
  }),

  groupDeclined: (request) => ({
    subject: `About your request to ${zooProfile().name}`,
    heading: "About your request",
    parts: [
      { text: greeting(request.contactName) },
      { text: request.answer },
      details(request),
      { text: "To ask for another day, just reply to this email." },
    ],
  }),
};

const factsOf = ({ pupils, adults, days }: GroupRequest) => [
  ["People", `${pupils} pupils, ${adults} adults`] as const,
  ...days.map((wanted, index) => [`Day ${index + 1}`, formatWantedDay(wanted)] as const),
];

const details = (request: GroupRequest): Part => ({ facts: factsOf(request) });
