import type {
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
  TypedResponse,
} from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "@remix-run/react";
import bricolage from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import rupee from "~/styles/fonts/figtree-rupee.woff2";
import { useContext, type ReactNode } from "react";
import { rootData } from "~/features/site/root.presenter.server";
import styles from "~/styles/app.css";
import { focusTarget } from "~/components/ui/focus-target";
import { randomKey } from "~/components/form/random-key";
import { Toasts } from "~/components/ui/toast";
import type { RootData } from "~/components/hooks/use-root-data";
import { ClearGateData } from "~/features/gate/components/clear-gate-data";
import { DoublePressGuard } from "~/components/layout/double-press-guard";
import { ErrorPage } from "~/components/layout/error-page";
import { ReloadOnStaleAssets } from "~/components/layout/stale-assets";
import { NavigationPending } from "~/components/layout/navigation-pending";
import { NonceContext } from "~/components/layout/nonce";
import { PublicShell } from "~/components/layout/public-shell";
import { RouteAnnouncer } from "~/components/layout/route-announcer";
import { DEFAULT_PROFILE } from "~/features/zoo/zoo-profile";

export { shouldRevalidate } from "~/components/form/resilient-client-action";

const font = (href: string) => ({
  rel: "preload",
  as: "font" as const,
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
  href,
});

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  font(figtree),
  font(bricolage),
  font(rupee),
  { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
  { rel: "icon", type: "image/png", sizes: "32x32", href: "/favicon-32.png" },
  { rel: "icon", type: "image/png", sizes: "192x192", href: "/icon-192.png" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export const meta: MetaFunction = ({ data }) => [
  { title: (data as Partial<RootData> | undefined)?.zoo?.name ?? DEFAULT_PROFILE.name },
];

export const loader = ({ request }: LoaderFunctionArgs): Promise<TypedResponse<RootData>> =>
  rootData(request);

/** New for each navigation, so that pages start at the top; constant on the server, as pages are cached. */
const scrollKey = () => (typeof document === "undefined" ? "nowhere" : randomKey());

/** A route whose page works alike without script, and would send its text twice: as HTML, and as data for hydration. */
export type StaticHandle = { isStatic: true };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const isStatic = useMatches().some(
    ({ handle }) => (handle as StaticHandle | undefined)?.isStatic,
  );
  const hasScripts = !isStatic || typeof document !== "undefined";
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Safari would turn numbers into links, which breaks hydration. */}
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#13211a" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body id="top">
        <a
          href="#main"
          onClick={focusTarget}
          className="btn btn-primary skip fixed top-2 left-2 z-60 -translate-y-24 focus:translate-y-0"
        >
          Skip to main content
        </a>
        {children}
        {hasScripts && (
          <>
            <ScrollRestoration getKey={scrollKey} nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <Toasts />
      <RouteAnnouncer />
      <DoublePressGuard />
      <NavigationPending />
      <ReloadOnStaleAssets />
      <ClearGateData />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <PublicShell>
      <ErrorPage />
    </PublicShell>
  );
}
