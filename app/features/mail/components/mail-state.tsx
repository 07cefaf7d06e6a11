import type { MailState } from "../mail.rules";
import { StatusBadge, type Tone } from "~/components/ui/status-badge";

export const MAIL_STATE_LABEL: Record<MailState, string> = {
  waiting: "Waiting",
  sent: "Sent",
  bounced: "Came back",
  failed: "Failed",
  "held back": "Held back",
  "not sent": "Not sent",
};

const TONES: Record<MailState, Tone> = {
  waiting: "pending",
  sent: "paid",
  bounced: "refunded",
  failed: "refunded",
  "held back": "cancelled",
  "not sent": "cancelled",
};

export const MailStateBadge = ({ state }: { state: MailState }) => (
  <StatusBadge tone={TONES[state]}>{MAIL_STATE_LABEL[state]}</StatusBadge>
);
