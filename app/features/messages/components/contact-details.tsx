import { CalendarClock, Mail, MapPin, Phone, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ADDRESS_LINE, EMAIL, emailHref, PHONE, phoneHref } from "~/features/site/zoo-contact";
import { Icon } from "~/components/ui/icon";
import { Section } from "~/components/ui/section";
import { ReplyTime } from "./reply-time";
import { OpeningHours } from "~/components/ui/opening-hours";

const NOTE = (
  <>
    We reply within <ReplyTime />.
  </>
);

export function ContactDetails() {
  return (
    <Section id="find-us" title="Find us" size="legend" className="lg:order-first">
      <dl className="mt-6 grid gap-6">
        <Detail icon={MapPin} label="Address">
          {ADDRESS_LINE}
        </Detail>
        <Detail icon={Phone} label="Phone">
          <a href={phoneHref} className="link py-2.5">
            {PHONE}
          </a>
        </Detail>
        <Detail icon={Mail} label="Email" note={NOTE}>
          <a href={emailHref} className="link py-2.5">
            {EMAIL}
          </a>
        </Detail>
        <Detail icon={CalendarClock} label="Hours">
          <OpeningHours capital />
        </Detail>
      </dl>
    </Section>
  );
}

type DetailProps = { icon: LucideIcon; label: string; note?: ReactNode; children: ReactNode };

function Detail({ icon, label, note, children }: DetailProps) {
  return (
    <div className="relative min-h-11 pl-15">
      <dt className="text-small text-ink-3">
        <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-input bg-brand-soft text-on-brand-soft">
          <Icon icon={icon} size={22} />
        </span>
        {label}
      </dt>
      <dd className="font-semibold">{children}</dd>
      {note && <dd className="text-small text-ink-2">{note}</dd>}
    </div>
  );
}
