import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orResponse } from "~/http/or-response.server";
import { closureView } from "~/http/screens/closure-view.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { ButtonLink } from "~/ui/base/button";
import { Refresh } from "~/ui/base/refresh";
import { useAddress } from "~/ui/base/use-address";
import { ClosureTable } from "~/ui/capacity/closures";
import { PageHead } from "~/ui/layout/page-head";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => json(closureView(staff, id)));
}

export default function ClosurePage() {
  const { title, line, caption, bookings } = useLoaderData<typeof loader>();
  const here = useAddress();
  return (
    <>
      <PageHead title={title} line={line}>
        <ButtonLink to="/admin/dashboard/capacity" variant="secondary">
          Back to Capacity
        </ButtonLink>
        <Refresh to={here()} />
      </PageHead>
      <ClosureTable caption={caption} bookings={bookings} />
    </>
  );
}
