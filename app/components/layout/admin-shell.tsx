import type { ReactNode } from "react";
import { can, type Permission } from "~/features/auth/permissions";
import type { Role } from "~/features/auth/roles";
import { BackToTop } from "~/components/ui/back-to-top";
import { useRootData } from "~/components/hooks/use-root-data";
import { AdminHeader } from "./admin-header";
import type { AdminNavItem } from "./admin-nav";
import { AdminSidebar } from "./admin-sidebar";
import { useSessionWatch } from "./use-session-watch";

const HOME = "/admin/dashboard";

type Screen = Omit<AdminNavItem, "to"> & { permission?: Permission };

/** The icon's name is also the last part of the URL. */
const SCREENS: Screen[] = [
  { icon: "dashboard", label: "Dashboard" },
  { icon: "animals", label: "Animals" },
  { icon: "orders", label: "Orders", permission: "orders.read" },
  { icon: "payments", label: "Payments", permission: "orders.read" },
  { icon: "reports", label: "Reports", permission: "orders.read" },
  { icon: "messages", label: "Messages", permission: "messages.read" },
  { icon: "check-in", label: "Check-in", permission: "tickets.check-in" },
  { icon: "capacity", label: "Capacity", permission: "capacity.read" },
  { icon: "admins", label: "Admins", permission: "admins.read" },
  { icon: "audit", label: "Audit", permission: "audit.read" },
  { icon: "privacy", label: "Privacy", permission: "privacy.manage" },
  { icon: "outbox", label: "Outbox", permission: "outbox.read" },
  { icon: "settings", label: "Settings" },
];

const screensFor = (role: Role | undefined) =>
  SCREENS.filter(({ permission }) => !permission || can(role, permission)).map((screen) => ({
    ...screen,
    to: screen.icon === "dashboard" ? HOME : `${HOME}/${screen.icon}`,
  }));

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
