import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import meerkats from "~/images/meerkats-1280.webp";
import { ButtonLink } from "~/components/ui/button";
import { failureMessage } from "~/components/form/resilient-client-action";
import { waysOn } from "~/features/booking/ways-on";
import { useReloadAfterUpdate } from "./stale-assets";

type Props = { title: string; description: string; actions: ReactNode; image?: ReactNode };

function NoticePanel({ title, description, actions, image }: Props) {
  return (
    <div className="wrap py-6 md:py-10">
      <section
        className={`forest grid grid-cols-1 overflow-hidden rounded-photo ${image ? "lg:grid-cols-2" : ""}`}
      >
        <div className="grid grid-cols-1 content-center justify-items-start gap-4 px-[min(1.5rem,5vw)] py-10 md:p-14">
          <h1 className="max-w-full text-display">{title}</h1>
          <p className="text-on-forest-2">{description}</p>
          <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
        </div>
        {image}
      </section>
    </div>
  );
}

export const NotFoundPanel = () => (
  <NoticePanel
    title="404 Request Not Found"
    description="The lookouts checked every direction. Nothing lives at this address."
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
    image={
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

export const OrderLinkErrorPanel = () => (
  <NoticePanel
    title="No booking at this address"
    description="Part of the link may be missing, or a newer link has replaced it. Ask us to send it again."
    actions={
      <>
        {waysOn("unknown").map(({ label, to }, index) => (
          <ButtonLink key={to} to={to} variant={index === 0 ? "accent" : "secondary"} size={52}>
            {label}
          </ButtonLink>
        ))}
      </>
    }
  />
);

/** A form posted to a page without an action, for example from another site. */
export function MethodNotAllowedPanel() {
  const { pathname, search } = useLocation();
  return (
    <NoticePanel
      title="Nothing was saved"
      description="This form can't be submitted here. Reload the page and try again."
      actions={<RetryOrHome currentUrl={pathname + search}>Open the page</RetryOrHome>}
    />
  );
}

export function FailurePanel() {
  const { pathname, search } = useLocation();
  const currentUrl = pathname + search;
  useReloadAfterUpdate(currentUrl);
  return (
    <NoticePanel
      {...failureMessage(useRouteError())}
      actions={<RetryOrHome currentUrl={currentUrl}>Try again</RetryOrHome>}
    />
  );
}

const RetryOrHome = ({ currentUrl, children }: { currentUrl: string; children: string }) => (
  <>
    <a href={currentUrl} className="btn btn-accent btn-52">
      {children}
    </a>
    <a href="/" className="btn btn-secondary btn-52">
      Home
    </a>
  </>
);
