import { Link } from "@remix-run/react";
import { Logo } from "~/components/ui/brand";
import { useInertBehindDialog } from "~/components/ui/inert";
import { OpeningHours } from "~/components/ui/opening-hours";
import { useZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

const GROUPS: Record<string, Record<string, string>> = {
  Explore: { "/": "Home", "/animals": "Animals", "/about": "About" },
  Visit: {
    "/tickets": "Book Tickets",
    "/groups": "Groups and schools",
    "/tickets/find": "Find my booking",
    "/contact": "Contact",
  },
  Legal: { "/privacy": "Privacy", "/terms": "Terms" },
  Developers: { "/api/docs": "API" },
};

export function Footer() {
  const zoo = useZoo();
  return (
    <footer className="site-footer forest" {...useInertBehindDialog()}>
      {/* On narrow screens, room for the back-to-top button. */}
      <div className="wrap py-12 max-lg:pb-20">
        <div className="grid grid-cols-2 gap-8 sm:grid-cols-4 lg:grid-cols-[1.6fr_repeat(4,1fr)]">
          <div className="col-span-2 sm:col-span-4 lg:col-span-1">
            <Logo on="forest" />
            <p className="mt-4 max-w-[22rem] text-small text-on-forest-2">
              Open <OpeningHours />.
              {!isOwnZoo(zoo) && " Come for the red pandas, stay for the whole verse."}
            </p>
          </div>
          {Object.entries(GROUPS).map(([title, links]) => (
            <div key={title}>
              <h2 className="font-sans font-semibold">{title}</h2>
              <ul className="mt-1">
                {Object.entries(links).map(([to, label]) => (
                  <li key={to}>
                    <Link to={to} className="link list-link">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <p className="mt-8 text-small text-on-forest-2">
          Photographs under Creative Commons and public-domain licences.{" "}
          <Link to="/about#photo-credits" className="link text-on-forest">
            Photo credits
          </Link>
        </p>
        <noscript>
          <a
            href="#top"
            className="link mt-4 inline-block supports-[animation-timeline:scroll()]:hidden"
          >
            Back to top
          </a>
        </noscript>
      </div>
    </footer>
  );
}
