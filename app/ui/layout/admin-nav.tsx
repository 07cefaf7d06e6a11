import { Link, NavLink } from "@remix-run/react";
import { ExternalLink, type LucideIcon } from "lucide-react";
import { Icon } from "../icon";

export type AdminNavItem = { to: string; label: string; icon: LucideIcon };

const HOME = "/admin/dashboard";

/** The pages this role may open, then the way back to the public site. */
export function AdminNav({ items }: { items: readonly AdminNavItem[] }) {
  return (
    <nav aria-label="Admin" className="flex grow flex-col justify-between gap-2">
      <ul className="grid gap-0.5">
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === HOME} className="menu-item">
              <Icon of={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <Link to="/" className="menu-item">
        <Icon of={ExternalLink} />
        Visit Site
      </Link>
    </nav>
  );
}
