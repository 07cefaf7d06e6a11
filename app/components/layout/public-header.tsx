import { Link, NavLink } from "@remix-run/react";
import { Logo } from "~/components/ui/brand";
import { ButtonLink } from "~/components/ui/button";
import { useInertBehindDialog } from "~/components/ui/inert";
import { Menu } from "~/components/ui/menu";
import { useRootData } from "~/components/hooks/use-root-data";

const PAGES = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/contact", label: "Contact" },
  { to: "/animals", label: "Animals" },
];

export function PublicHeader() {
  const account = useRootData().staff
    ? { to: "/admin/dashboard", label: "My Account" }
    : { to: "/login", label: "Admin Login" };
  const items = (className: string) =>
    [...PAGES, account].map(({ to, label }) => (
      <li key={to}>
        <NavLink to={to} end={to === "/"} className={className}>
          {label}
        </NavLink>
      </li>
    ));

  return (
    <header className="site-header" {...useInertBehindDialog()}>
      <div className="wrap flex min-h-17 flex-wrap items-center justify-between gap-3 py-1.5">
        <Link to="/" className="max-w-full flex-none py-1">
          <Logo />
        </Link>

        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          <ul className="flex items-center gap-1">{items("nav-link")}</ul>
          <ButtonLink to="/tickets">Book Tickets</ButtonLink>
        </nav>

        <Menu>
          <nav aria-label="Main">
            <ul>{items("menu-item")}</ul>
            <ButtonLink to="/tickets" size={52} className="mt-2 w-full">
              Book Tickets
            </ButtonLink>
          </nav>
        </Menu>
      </div>
    </header>
  );
}
