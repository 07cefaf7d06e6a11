import { Link, NavLink, useLocation } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import ChevronDown from "lucide-react/icons/chevron-down";
import ExternalLink from "lucide-react/icons/external-link";
import { Icon } from "~/components/ui/icon";

export type AdminNavItem = { to: string; label: string; icon: LucideIcon };
export type AdminNavGroup = { label: string; items: readonly AdminNavItem[] };

const HOME = "/admin/dashboard";
/** Other screens of the list have addresses under theirs. */
const PARENTS = [HOME, `${HOME}/zoo`];

type Props = {
  groups: readonly AdminNavGroup[];
  /** Of its groups, of which the browser opens one at a time. */
  name: string;
};

/** Groups are `<details>`, so that they open without script; the one with the current screen is open at first. */
export function AdminNav({ groups, name }: Props) {
  const { pathname } = useLocation();
  const current = currentItem(groups, pathname);
  return (
    <nav aria-label="Admin" className="flex grow flex-col justify-between gap-2">
      <div className="grid content-start">
        {groups.map(({ label, items }) => (
          <details key={label} name={name} open={current !== undefined && items.includes(current)}>
            <summary className="menu-group">
              {label}
              <Icon icon={ChevronDown} size={18} />
            </summary>
            <ul className="grid max-lg:gap-0.5">
              {items.map(({ to, label: item, icon }) => (
                <li key={to}>
                  <NavLink to={to} end={PARENTS.includes(to)} className="menu-item">
                    <Icon icon={icon} />
                    {item}
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <div className="nav-foot">
        <Link to="/" className="menu-item">
          <Icon icon={ExternalLink} />
          Visit Site
        </Link>
      </div>
    </nav>
  );
}

const isWithin = (pathname: string, to: string) =>
  pathname === to || (!PARENTS.includes(to) && pathname.startsWith(`${to}/`));

/** The dashboard for a screen that is in no list. */
function currentItem(groups: readonly AdminNavGroup[], pathname: string) {
  const items = groups.flatMap((group) => group.items);
  return items.find(({ to }) => isWithin(pathname, to)) ?? items[0];
}
