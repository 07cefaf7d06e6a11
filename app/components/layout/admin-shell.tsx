import type { ReactNode } from "react";
import { can, type Permission } from "~/features/auth/permissions";
import type { Role } from "~/features/auth/roles";
import { BackToTop } from "~/components/ui/back-to-top";
import { useRootData } from "~/components/hooks/use-root-data";
import { AdminHeader } from "./admin-header";
import type { AdminNavItem } from "./admin-nav";
import { AdminSidebar } from "./admin-sidebar";
import { useSessionWatch } from "./use-session-watch";

type Screen = AdminNavItem & { permission?: Permission };

const SCREENS: Screen[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: "dashboard" },
  { to: "/admin/dashboard/animals", label: "Animals", icon: "animals" },
  { to: "/admin/dashboard/orders", label: "Orders", icon: "orders", permission: "orders.read" },
  {
    to: "/admin/dashboard/payments",
    label: "Payments",
    icon: "payments",
    permission: "orders.read",
  },
  { to: "/admin/dashboard/reports", label: "Reports", icon: "reports", permission: "orders.read" },
  {
    to: "/admin/dashboard/messages",
    label: "Messages",
    icon: "messages",
    permission: "messages.read",
  },
  {
    to: "/admin/dashboard/check-in",
    label: "Check-in",
    icon: "check-in",
    permission: "tickets.check-in",
  },
  {
    to: "/admin/dashboard/capacity",
    label: "Capacity",
    icon: "capacity",
    permission: "capacity.read",
  },
  { to: "/admin/dashboard/admins", label: "Admins", icon: "admins", permission: "admins.read" },
  { to: "/admin/dashboard/audit", label: "Audit", icon: "audit", permission: "audit.read" },
  {
    to: "/admin/dashboard/privacy",
    label: "Privacy",
    icon: "privacy",
    permission: "privacy.manage",
  },
  { to: "/admin/dashboard/outbox", label: "Outbox", icon: "outbox", permission: "outbox.read" },
  { to: "/admin/dashboard/settings", label: "Settings", icon: "settings" },
];

const screensFor = (role: Role | undefined) =>
  SCREENS.filter(({ permission }) => !permission || can(role, permission));

export function AdminShell({ children }: { children: ReactNode }) {
  const { staff } = useRootData();
  const nav = screensFor(staff?.role);
  useSessionWatch();
  return (
    <div className="lg:flex">
      <AdminSidebar items={nav} />
      <div className="flex min-h-dvh min-w-0 grow flex-col">
        {staff && <AdminHeader name={staff.name} role={staff.role} nav={nav} />}
        <main id="main" tabIndex={-1} className="grid grow content-start gap-6 p-4 pb-20 lg:p-6">
          {children}
          {/* Below the tables, whose buttons are at the right edge. */}
          <BackToTop className="lg:static lg:justify-self-end" />
        </main>
      </div>
    </div>
  );
}
