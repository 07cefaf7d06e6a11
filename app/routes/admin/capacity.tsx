import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { actOnCapacity, hitsOf } from "~/features/capacity/capacity.actions.server";
import { capacityView } from "~/features/capacity/capacity.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { CapacityDay } from "~/features/capacity/components/capacity-day";
import { CapacityFacts } from "~/features/capacity/components/capacity-facts";
import { CapacityMonth } from "~/features/capacity/components/capacity-month";
import { CapacityUsual, CapacityWeek } from "~/features/capacity/components/capacity-rule-forms";
import { CloseDayForm } from "~/features/closures/components/close-day-form";
import { Closures } from "~/features/closures/components/closures";
import { RequiredNote } from "~/components/form/field-frame";
import { refusedIn } from "~/components/form/form-state";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => json(capacityView(staff, readQuery(request))));
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, actOnCapacity, { redrawWith: hitsOf });

export default function CapacityPage() {
  const { mayChange, month, days, hasMore, day, closing, usual, week, seen, closures } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();

  return (
    <>
      <PageHead title="Capacity" line={<Line mayChange={mayChange} />} />
      {!mayChange && <p className="hint">Only owners can change capacity or close days.</p>}
      {day && !closing && (
        <CapacityDay
          key={day.day}
          day={day}
          usual={usual.places}
          refused={refusedIn(answer, "day")}
        />
      )}
      {day && closing && (
        <CloseDayForm day={day} closing={closing} refused={refusedIn(answer, "close")} />
      )}
      <CapacityMonth month={month} days={days} hasMore={hasMore} mayChange={mayChange} />
      {closures.length > 0 && <Closures closures={closures} />}
      <div className="grid items-start gap-6 xl:grid-cols-[2fr_3fr]">
        {mayChange ? (
          <>
            <CapacityUsual
              key={`${usual.places} ${usual.holdHours}`}
              usual={usual}
              seen={seen.usual}
              refused={refusedIn(answer, "usual")}
            />
            <CapacityWeek
              key={JSON.stringify(week)}
              week={week}
              usual={usual.places}
              seen={seen.week}
              refused={refusedIn(answer, "week")}
            />
          </>
        ) : (
          <CapacityFacts usual={usual} week={week} />
        )}
      </div>
    </>
  );
}

const Line = ({ mayChange }: { mayChange: boolean }) => (
  <>How many people each slot takes, and how many are coming. {mayChange && <RequiredNote />}</>
);
