import Banknote from "lucide-react/icons/banknote";
import BadgePercent from "lucide-react/icons/badge-percent";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarX from "lucide-react/icons/calendar-x";
import ChartColumn from "lucide-react/icons/chart-column";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import Coins from "lucide-react/icons/coins";
import FileText from "lucide-react/icons/file-text";
import History from "lucide-react/icons/rotate-ccw-clock";
import House from "lucide-react/icons/house";
import IndianRupee from "lucide-react/icons/indian-rupee";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import PawPrint from "lucide-react/icons/paw-print";
import Scale from "lucide-react/icons/scale";
import School from "lucide-react/icons/school";
import Send from "lucide-react/icons/send";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Smartphone from "lucide-react/icons/smartphone";
import Store from "lucide-react/icons/store";
import Tags from "lucide-react/icons/tags";
import Ticket from "lucide-react/icons/ticket";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import { useEffect, type ReactNode } from "react";
import { can, type Permission } from "~/features/auth/permissions";
import { BackToTop } from "~/components/ui/back-to-top";
import { useRootData, type RootData } from "~/components/hooks/use-root-data";
import { AdminHeader } from "./admin-header";
import type { AdminNavGroup, AdminNavItem } from "./admin-nav";
import { AdminSidebar } from "./admin-sidebar";

const HOME = "/admin/dashboard";

type Screen = Omit<AdminNavItem, "to"> & { path?: string; permission?: Permission };

const GROUPS: { label: string; screens: Screen[] }[] = [
  {
    label: "Today",
    screens: [
      { icon: LayoutDashboard, label: "Dashboard", path: "" },
      { icon: CircleCheck, label: "Check-in", permission: "tickets.check-in" },
      { icon: Store, label: "Counter", permission: "counter.sell" },
      { icon: Ticket, label: "Orders", permission: "orders.read" },
      { icon: School, label: "Groups", permission: "orders.read" },
    ],
  },
  {
    label: "Money",
    screens: [
      { icon: Wallet, label: "Payments", permission: "orders.read" },
      { icon: Coins, label: "Takings", permission: "payments.read" },
      { icon: Scale, label: "Reconcile", permission: "orders.read" },
      { icon: Banknote, label: "Shifts", permission: "counter.sell" },
      { icon: ChartColumn, label: "Reports", permission: "reports.read" },
    ],
  },
  {
    label: "Visitors",
    screens: [
      { icon: Mail, label: "Messages", permission: "messages.read" },
      { icon: Send, label: "Outbox", permission: "outbox.read" },
      { icon: ShieldCheck, label: "Privacy", permission: "privacy.manage" },
    ],
  },
  {
    label: "Zoo",
    screens: [
      { icon: PawPrint, label: "Animals" },
      { icon: CalendarClock, label: "Capacity", permission: "capacity.read" },
      { icon: CalendarX, label: "Hours", path: "/zoo/hours", permission: "zoo.update" },
      { icon: Clock, label: "Slots", path: "/zoo/slots", permission: "zoo.update" },
      { icon: Tags, label: "Tickets", path: "/zoo/tickets", permission: "zoo.update" },
      { icon: IndianRupee, label: "Prices", path: "/zoo/prices", permission: "zoo.update" },
      { icon: BadgePercent, label: "Promos", path: "/zoo/promos", permission: "zoo.update" },
      { icon: House, label: "Profile", path: "/zoo", permission: "zoo.update" },
      { icon: FileText, label: "Texts", path: "/zoo/texts", permission: "zoo.update" },
    ],
  },
  {
    label: "System",
    screens: [
      { icon: Users, label: "Admins", permission: "admins.read" },
      {
        icon: Smartphone,
        label: "Gate devices",
        path: "/gate-devices",
        permission: "gate-devices.manage",
      },
      { icon: History, label: "Audit", permission: "audit.read" },
      { icon: Settings, label: "Settings" },
      { icon: ListChecks, label: "First steps", path: "/zoo/start", permission: "zoo.update" },
    ],
  },
];

/** Without what they may not open, and without groups that are empty then. */
const groupsFor = (staff: RootData["staff"]): AdminNavGroup[] =>
  GROUPS.map(({ label, screens }) => ({
    label,
    items: screens
      .filter(({ permission }) => !permission || can(staff, permission))
      .map(({ path, ...screen }) => ({
        ...screen,
        to: HOME + (path ?? `/${screen.label.toLowerCase()}`),
      })),
  })).filter(({ items }) => items.length > 0);

export function AdminShell({ children }: { children: ReactNode }) {
  const { staff } = useRootData();
  const nav = groupsFor(staff);
  useSessionWatch();
  return (
    <div className="lg:flex">
      <AdminSidebar groups={nav} />
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

/** Safari restores pages over plain http in spite of `no-store`: reloads the page if the session has ended. */
function useSessionWatch() {
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void leaveIfSignedOut().catch(() => {}); // check-in works offline
    };
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
}

async function leaveIfSignedOut() {
  const { type } = await fetch(location.href, { redirect: "manual" });
  if (type === "opaqueredirect") location.reload();
}
