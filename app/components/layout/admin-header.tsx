import { Form, Link } from "@remix-run/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { Role } from "~/features/auth/roles";
import { Icon } from "~/components/ui/icon";
import { useInertBehindDialog } from "~/components/ui/inert";
import { Menu } from "~/components/ui/menu";
import { AdminNav, type AdminNavGroup } from "./admin-nav";

type Props = {
  name: string;
  role: Role;
  nav: readonly AdminNavGroup[];
};

export function AdminHeader({ name, role, nav }: Props) {
  return (
    <header className="site-header admin-header" {...useInertBehindDialog()}>
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 px-4 py-1.5 lg:justify-end lg:px-6">
        <Menu>
          <AdminNav groups={nav} name="menu-groups" />
        </Menu>

        <Menu
          label={
            <>
              <span
                aria-hidden="true"
                className="grid size-9 flex-none place-items-center rounded-full bg-brand text-table font-bold text-on-brand"
              >
                {initials(name)}
              </span>
              <span className="max-w-[12rem] truncate max-sm:sr-only">{name}</span>
              <Icon icon={ChevronDown} />
            </>
          }
        >
          <p className="border-b border-line px-3 pt-1 pb-2 text-small text-ink-2">
            <span className="block font-semibold text-ink">{name}</span>
            <span className="capitalize">{role}</span>
          </p>
          <ul className="pt-1">
            <li>
              <Link to="/admin/dashboard/settings" className="menu-item">
                Settings
              </Link>
            </li>
            <li>
              {/* Loads a new document, so that no back-office data stays in the tab. */}
              <Form method="post" action="/logout" reloadDocument>
                <button type="submit" className="menu-item">
                  Logout
                </button>
              </Form>
            </li>
          </ul>
        </Menu>
      </div>
    </header>
  );
}

function initials(name: string) {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends
    .map((part) => [...(part ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
