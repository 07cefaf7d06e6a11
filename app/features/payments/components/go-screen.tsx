import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { goView } from "../go.presenter.server";

/**
 * Leads to the provider's page. A form whose answer redirects to another site is blocked by our own content security
 * policy, also by way of a redirect to this page.
 */
export const GoScreen = ({ own, id, url, amount, provider }: ScreenData<typeof goView>) => (
  <div className="wrap section">
    <meta httpEquiv="refresh" content={`0;url=${url}`} />
    <h1 className="text-display">On to the payment page</h1>
    <p className="mt-3 text-lead">
      You pay {amount} for order {id} on the page of {provider}, and come back here.
    </p>
    <p className="mt-6 flex flex-wrap gap-3">
      <a href={url} className="btn btn-primary btn-52">
        Pay {amount}
      </a>
      <Link to={own} className="btn btn-secondary btn-52">
        Back to the order
      </Link>
    </p>
  </div>
);
