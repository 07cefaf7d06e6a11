import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { closureView } from "~/features/closures/closure.presenter.server";
import { requireStaff } from "~/features/auth/auth.http.server";
import { ButtonLink } from "~/components/ui/button";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { ClosureTable } from "~/features/closures/components/closures";
import { PageHead } from "~/components/layout/page-head";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(closureView(staff, id)));
}

export default function ClosurePage() {
  const { title, line, caption, bookings } = useLoaderData<typeof loader>();
  const buildUrl = useCurrentUrl();
  return (
    <>
      <PageHead title={title} description={line}>
        <ButtonLink to="/admin/dashboard/capacity" variant="secondary">
          Back to Capacity
        </ButtonLink>
        <RefreshLink to={buildUrl()} />
      </PageHead>
      <ClosureTable caption={caption} bookings={bookings} />
    </>
  );
}
