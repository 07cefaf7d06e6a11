import { Link } from "@remix-run/react";
import { Logo } from "../base/brand";
import { useInertBehindDialog } from "../base/inert";
import { AdminNav, type AdminNavItem } from "./admin-nav";

/** From 64rem up; below that the header's menu holds the same list. */
export function AdminSidebar({ items }: { items: readonly AdminNavItem[] }) {
  return (
    <aside
      aria-label="Back office"
      className="sidebar forest max-lg:hidden"
      {...useInertBehindDialog()}
    >
      <Link to="/admin/dashboard" className="mb-6 flex-none self-start px-1.5">
        <Logo on="forest" />
      </Link>
      <AdminNav items={items} />
    </aside>
  );
}
