import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import meerkats from "~/images/meerkats-1280.webp";
import { ButtonLink } from "~/components/ui/button";
import { failureWords } from "~/components/form/resilient-client-action";
import { useReloadAfterUpdate } from "./stale-assets";

type Props = { title: string; line: string; actions: ReactNode; picture?: ReactNode };

function NoticePanel({ title, line, actions, picture }: Props) {
  return (
    <div className="wrap py-6 md:py-10">
      <section
        className={`forest grid grid-cols-1 overflow-hidden rounded-photo ${picture ? "lg:grid-cols-2" : ""}`}
      >
        <div className="grid grid-cols-1 content-center justify-items-start gap-4 px-[min(1.5rem,5vw)] py-10 md:p-14">
          <h1 className="max-w-full text-display">{title}</h1>
          <p className="text-on-forest-2">{line}</p>
          <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
        </div>
        {picture}
      </section>
    </div>
  );
}

export const NotFoundPanel = () => (
  <NoticePanel
    title="404 Request Not Found"
    line="The lookouts checked every direction. Nothing lives at this address."
    actions={
      <>
        <ButtonLink to="/" variant="accent" size={52}>
          Home
        </ButtonLink>
        <ButtonLink to="/animals" variant="secondary" size={52}>
          Animals
        </ButtonLink>
      </>
    }
    picture={
      <img
        src={meerkats}
        alt="Three meerkats standing upright, all looking the same way"
        width={1280}
        height={720}
        className="aspect-video size-full object-cover lg:aspect-auto"
      />
    }
  />
);

/** The address of a booking, mistyped or cut off on the way. */
export const LostOrderPanel = () => (
  <NoticePanel
    title="No booking at this address"
    line="Part of the link may be missing. Ask us to send it again."
    actions={
      <>
        <ButtonLink to="/tickets/find" variant="accent" size={52}>
          Find my booking
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary" size={52}>
          Contact
        </ButtonLink>
      </>
    }
  />
);

/** A form that was sent to a page that takes none, as by an address in another site's form. */
export function NoFormPanel() {
  const { pathname, search } = useLocation();
  return (
    <NoticePanel
      title="Nothing was saved"
      line="This page takes no form. Open it again to go on."
      actions={<AfreshOrHome here={pathname + search}>Open the page</AfreshOrHome>}
    />
  );
}

export function FailurePanel() {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  useReloadAfterUpdate(here);
  return (
    <NoticePanel
      {...failureWords(useRouteError())}
      actions={<AfreshOrHome here={here}>Try again</AfreshOrHome>}
    />
  );
}

/** Plain links: whatever broke, the browser starts afresh. */
const AfreshOrHome = ({ here, children }: { here: string; children: string }) => (
  <>
    <a href={here} className="btn btn-accent btn-52">
      {children}
    </a>
    <a href="/" className="btn btn-secondary btn-52">
      Home
    </a>
  </>
);
