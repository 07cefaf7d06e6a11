import { Link, NavLink } from "@remix-run/react";
import {
  CalendarClock,
  ChartColumn,
  CircleCheck,
  ExternalLink,
  History,
  LayoutDashboard,
  Mail,
  PawPrint,
  Send,
  Settings,
  ShieldCheck,
  Ticket,
  Users,
  Wallet,
} from "lucide-react";
import { Icon } from "~/components/ui/icon";

const ICONS = {
  dashboard: LayoutDashboard,
  animals: PawPrint,
  orders: Ticket,
  payments: Wallet,
  reports: ChartColumn,
  messages: Mail,
  "check-in": CircleCheck,
  capacity: CalendarClock,
  admins: Users,
  audit: History,
  privacy: ShieldCheck,
  outbox: Send,
  settings: Settings,
};

export type AdminNavItem = { to: string; label: string; icon: keyof typeof ICONS };

const HOME = "/admin/dashboard";

export function AdminNav({ items }: { items: readonly AdminNavItem[] }) {
  return (
    <nav aria-label="Admin" className="flex grow flex-col justify-between gap-2">
      <ul className="grid max-lg:gap-0.5">
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === HOME} className="menu-item">
              <Icon icon={ICONS[icon]} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="nav-foot">
        <Link to="/" className="menu-item">
          <Icon icon={ExternalLink} />
          Visit Site
        </Link>
      </div>
    </nav>
  );
}
