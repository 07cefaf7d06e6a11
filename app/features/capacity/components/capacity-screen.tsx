import type { CapacityError } from "./affected-bookings";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import { CapacityDay } from "./capacity-day";
import { CapacityFacts } from "./capacity-facts";
import { CapacityMonth } from "./capacity-month";
import {
  DefaultCapacityForm,
  UnpaidBookingsForm,
  WeekdayCapacityForm,
} from "./capacity-rule-forms";
import { CloseDayForm } from "~/features/closures/components/close-day-form";
import { Closures } from "~/features/closures/components/closures";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";

type Data = ScreenData<typeof capacityView>;
type Props = Data & { answer: CapacityError | undefined };

export function CapacityScreen({ answer, ...data }: Props) {
  const { mayChange, mayClose, day, closing, usual, unpaid, week, weekSlots, versions, closures } =
    data;

  return (
    <>
      <PageHead title="Capacity" description={<Line mayChange={mayChange} />} />
      {!mayChange && <p className="hint">{mayClose ? ADMINS_CLOSE : OWNERS_CLOSE}</p>}
      {answer && !hasFormOf(data, answer) && <ErrorWithoutForm answer={answer} />}
      {day && !closing && (
        <CapacityDay
          key={day.day}
          day={day}
          usual={usual.places}
          mayChange={mayChange}
          answer={answer}
        />
      )}
      {day && closing && (
        <CloseDayForm day={day} closing={closing} formError={errorForIntent(answer, "close")} />
      )}
      <CapacityMonth {...data} />
      {closures.length > 0 && <Closures closures={closures} />}
      <div className="grid items-start gap-6 xl:grid-cols-[2fr_3fr]">
        {mayChange ? (
          <>
            <div className="grid gap-6">
              <DefaultCapacityForm
                key={`${usual.places} ${usual.holdHours}`}
                usual={usual}
                version={versions.usual}
                formError={errorForIntent(answer, "usual")}
              />
              <UnpaidBookingsForm
                key={JSON.stringify(unpaid)}
                unpaid={unpaid}
                version={versions.unpaid}
                formError={errorForIntent(answer, "unpaid")}
              />
            </div>
            <WeekdayCapacityForm
              key={JSON.stringify(week)}
              week={week}
              weekSlots={weekSlots}
              usual={usual.places}
              version={versions.week}
              formError={errorForIntent(answer, "week")}
            />
          </>
        ) : (
          <CapacityFacts {...data} />
        )}
      </div>
    </>
  );
}

const ADMINS_CLOSE =
  "You can close days and open them again. Only owners can change other figures.";
const OWNERS_CLOSE =
  "Only owners can change capacity or close days. An owner can let admins close days, under Hours.";

function hasFormOf({ mayChange, day, closing }: Data, { values: { intent } }: CapacityError) {
  if (intent === "close") return closing !== null;
  if (intent === "reopen") return !closing && Boolean(day?.closed);
  return mayChange && (intent !== "day" || (day !== null && !closing));
}

/** Of a form that was open when an owner took this right, or a colleague changed the day. */
const ErrorWithoutForm = ({ answer }: { answer: CapacityError }) => (
  <div className="grid justify-items-start gap-3">
    <ErrorSummary formError={answer} />
    <ButtonLink to="/admin/dashboard/capacity" variant="secondary">
      See the days
    </ButtonLink>
  </div>
);

const Line = ({ mayChange }: { mayChange: boolean }) => (
  <>How many people each slot takes, and how many are coming. {mayChange && <RequiredNote />}</>
);
