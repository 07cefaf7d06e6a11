import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Logo } from "~/components/ui/brand";
import { useInertBehindDialog } from "~/components/ui/inert";
import { AdminNav, type AdminNavGroup } from "./admin-nav";

export function AdminSidebar({ groups }: { groups: readonly AdminNavGroup[] }) {
  const sidebar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const list = sidebar.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    const foot = list?.querySelector<HTMLElement>(".nav-foot");
    if (!list || !current || !foot) return;
    // `scrollIntoView` would move the start of Tab navigation past the skip link.
    const footHeight = foot.offsetHeight;
    const { offsetTop: top, offsetHeight: height } = current;
    const minScrollTop = top + height + footHeight - list.clientHeight;
    list.scrollTop = Math.min(Math.max(list.scrollTop, minScrollTop), top - footHeight);
  }, [pathname]);

  return (
    <aside
      ref={sidebar}
      aria-label="Back office"
      className="sidebar forest sticky top-0 flex h-dvh w-56 flex-none flex-col overflow-y-auto px-3.5 pt-4.5 max-lg:hidden"
      {...useInertBehindDialog()}
    >
      <Link to="/admin/dashboard" className="mb-4 flex-none self-start px-1.5">
        <Logo on="forest" />
      </Link>
      <AdminNav groups={groups} name="sidebar-groups" />
    </aside>
  );
}
