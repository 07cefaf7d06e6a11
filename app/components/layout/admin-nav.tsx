import { Link, NavLink } from "@remix-run/react";
import { ExternalLink, type LucideIcon } from "lucide-react";
import { Icon } from "~/components/ui/icon";

export type AdminNavItem = { to: string; label: string; icon: LucideIcon };

const HOME = "/admin/dashboard";

export function AdminNav({ items }: { items: readonly AdminNavItem[] }) {
  return (
    <nav aria-label="Admin" className="flex grow flex-col justify-between gap-2">
      <ul className="grid max-lg:gap-0.5">
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === HOME} className="menu-item">
              <Icon icon={icon} />
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
