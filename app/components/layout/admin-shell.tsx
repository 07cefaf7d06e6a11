import type { ReactNode } from "react";
import { can, type Permission, type Role } from "~/features/auth/permissions";
import { BackToTop } from "~/components/ui/back-to-top";
import { useRootData } from "~/components/hooks/use-root-data";
import { AdminHeader } from "./admin-header";
import type { AdminNavItem } from "./admin-nav";
import { AdminSidebar } from "./admin-sidebar";
import { useStillSignedIn } from "./use-session-watch";

type Screen = AdminNavItem & { needs?: Permission };

/** The screens of the back office, each only for roles that may open it. */
const SCREENS: Screen[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: "dashboard" },
  { to: "/admin/dashboard/animals", label: "Animals", icon: "animals" },
  { to: "/admin/dashboard/orders", label: "Orders", icon: "orders", needs: "orders.read" },
  { to: "/admin/dashboard/payments", label: "Payments", icon: "payments", needs: "orders.read" },
  { to: "/admin/dashboard/reports", label: "Reports", icon: "reports", needs: "orders.read" },
  { to: "/admin/dashboard/messages", label: "Messages", icon: "messages", needs: "messages.read" },
  {
    to: "/admin/dashboard/check-in",
    label: "Check-in",
    icon: "check-in",
    needs: "tickets.check-in",
  },
  { to: "/admin/dashboard/capacity", label: "Capacity", icon: "capacity", needs: "capacity.read" },
  { to: "/admin/dashboard/admins", label: "Admins", icon: "admins", needs: "admins.read" },
  { to: "/admin/dashboard/audit", label: "Audit", icon: "audit", needs: "audit.read" },
  { to: "/admin/dashboard/privacy", label: "Privacy", icon: "privacy", needs: "privacy.manage" },
  { to: "/admin/dashboard/outbox", label: "Outbox", icon: "outbox", needs: "outbox.read" },
  { to: "/admin/dashboard/settings", label: "Settings", icon: "settings" },
];

const screensFor = (role: Role | undefined) =>
  SCREENS.filter(({ needs }) => !needs || can(role, needs));

export function AdminShell({ children }: { children: ReactNode }) {
  const { staff } = useRootData();
  const nav = screensFor(staff?.role);
  useStillSignedIn();
  return (
    <div className="lg:flex">
      <AdminSidebar items={nav} />
      <div className="flex min-h-dvh min-w-0 grow flex-col">
        {staff && <AdminHeader name={staff.name} role={staff.role} nav={nav} />}
        <main id="main" tabIndex={-1} className="grid grow content-start gap-6 p-4 pb-20 lg:p-6">
          {children}
          {/* Below the tables, which fill the width and have buttons at their right edge. */}
          <BackToTop className="lg:static lg:justify-self-end" />
        </main>
      </div>
    </div>
  );
}
