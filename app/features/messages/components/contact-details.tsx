import type { LucideIcon } from "lucide-react";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Globe from "lucide-react/icons/globe";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { addressLine, emailHref, phoneHref } from "~/features/zoo/zoo-profile";
import { useZoo } from "~/components/hooks/use-root-data";
import { Icon } from "~/components/ui/icon";
import { Section } from "~/components/ui/section";
import { ReplyTime } from "./reply-time";
import { OpeningHours } from "~/components/ui/opening-hours";

const NOTE = (
  <>
    We reply within <ReplyTime />.
  </>
);

/** `children` are about the hours. */
export function ContactDetails({ children }: { children?: ReactNode }) {
  const zoo = useZoo();
  return (
    <Section id="find-us" title="Find us" size="legend" className="lg:col-start-1 lg:row-start-1">
      <dl className="mt-6 grid gap-6">
        <Detail icon={MapPin} label="Address">
          {addressLine(zoo)}
          {zoo.mapUrl && (
            <a href={zoo.mapUrl} className="link block py-2.5">
              Show on the map
            </a>
          )}
        </Detail>
        {zoo.phone && (
          <Detail icon={Phone} label="Phone">
            <a href={phoneHref(zoo)} className="link py-2.5">
              {zoo.phone}
            </a>
          </Detail>
        )}
        <Detail icon={Mail} label="Email" note={NOTE}>
          <a href={emailHref(zoo)} className="link py-2.5">
            {zoo.email}
          </a>
        </Detail>
        <Detail icon={CalendarClock} label="Hours">
          <OpeningHours capital />
          {children}
        </Detail>
        {zoo.links.length > 0 && (
          <Detail icon={Globe} label="Elsewhere on the web">
            {zoo.links.map((href) => (
              <a key={href} href={href} className="link block py-2.5" rel="me">
                {new URL(href).hostname.replace(/^www\./, "")}
              </a>
            ))}
          </Detail>
        )}
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
