import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
import { actOnCapacity, hitsOf } from "~/http/screens/capacity-actions.server";
import { capacityView } from "~/http/screens/capacity-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { CapacityDay } from "~/ui/capacity/capacity-day";
import { CapacityFacts } from "~/ui/capacity/capacity-facts";
import { CapacityMonth } from "~/ui/capacity/capacity-month";
import { CapacityUsual, CapacityWeek } from "~/ui/capacity/capacity-rule-forms";
import { CloseDayForm } from "~/ui/capacity/close-day-form";
import { Closures } from "~/ui/capacity/closures";
import { RequiredNote } from "~/ui/form/field-frame";
import { refusedIn } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
