import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "../capacity.presenter.server";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { formatNumber } from "~/lib/intl";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { Icon } from "~/components/ui/icon";

const PATH = "/admin/dashboard/capacity";

type View = ScreenData<typeof capacityView>;
type Props = Pick<View, "slots" | "month" | "days" | "hasMore" | "mayChange" | "mayClose">;
type Day = View["days"][number];
type SlotOfDay = Day["slots"][number];

const columnsFor = (slots: View["slots"]): Column<Day>[] => [
  { label: "Day", primary: true, nowrap: true, cell: DayName },
  ...slots.map(({ slot, label }) => ({
    label,
    cell: (day: Day) => {
      const figures = day.slots.find((each) => each.slot === slot);
      return figures && <SlotFigures {...figures} />;
    },
  })),
];
const actionsFor = (action: string): Column<Day> => ({
  label: "Actions",
  actions: true,
  cell: ({ day, isPast, full }) =>
    isPast ? (
      <span />
    ) : (
      <ButtonLink
        to={`${PATH}?day=${day}#day`}
        variant="ghost"
        size={36}
        aria-label={`${action} ${full}`}
      >
        {action}
      </ButtonLink>
    ),
});
const CHANGE = actionsFor("Change");
const CLOSE = actionsFor("Close or open");

export function CapacityMonth({ slots, month, days, hasMore, mayChange, mayClose }: Props) {
  const actions = mayChange ? [CHANGE] : mayClose ? [CLOSE] : [];
  return (
    <section
      aria-labelledby="month"
      className="grid gap-4 lg:[&_.cell-actions>div]:min-w-20 lg:[&_td[data-label]:not(.cell-primary)]:w-[28%]"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="month" className="text-legend">
          {month.name}
        </h2>
        <nav aria-label="Months" className="flex flex-wrap gap-2">
          {hasMore && (
            <ButtonLink to={`${PATH}?month=${month.id}`} variant="secondary" preventScrollReset>
              Show past days
            </ButtonLink>
          )}
          {!month.isThis && (
            <ButtonLink to={PATH} variant="secondary" preventScrollReset>
              This month
            </ButtonLink>
          )}
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={`${PATH}?month=${month.before}`} variant="secondary" preventScrollReset>
              <Icon icon={ChevronLeft} size={18} /> Previous
            </ButtonLink>
            <ButtonLink to={`${PATH}?month=${month.after}`} variant="secondary" preventScrollReset>
              Next <Icon icon={ChevronRight} size={18} />
            </ButtonLink>
          </div>
        </nav>
      </div>
      <DataTable
        caption="Booked / places, per slot"
        columns={[...columnsFor(slots), ...actions]}
        rows={days.map((day) => ({ id: day.day, ...day }))}
        idPrefix="d"
        isStrong={({ isToday }) => isToday}
      />
    </section>
  );
}

function DayName({ label, isToday, isException, note, publicReason }: Day) {
  return (
    <>
      {label}
      {isToday && <span className="badge ml-2 bg-info-bg text-info-fg">Today</span>}
      {isException && (
        <span className="block text-badge font-semibold text-ink-3">Set by hand</span>
      )}
      {[publicReason && `Visitors read: ${publicReason}`, note].filter(Boolean).map((text) => (
        <span
          key={text}
          className="block text-badge font-normal wrap-anywhere whitespace-normal text-ink-2"
        >
          {text}
        </span>
      ))}
    </>
  );
}

const STATUS_CLASS: Record<string, string> = {
  Open: "text-ink-3",
  "Few left": "font-semibold text-marigold-text",
  Full: "font-bold",
  Closed: "font-semibold text-ink-2",
  Over: "text-ink-3",
};

function SlotFigures({ capacity, sold, unpaid, arrived, statusLabel }: SlotOfDay) {
  const parts = [
    sold > 0 && `${sold} paid`,
    unpaid > 0 && `${unpaid} to pay`,
    arrived > 0 && `${arrived} arrived`,
  ];
  return (
    <div className="grid min-w-28 gap-1 font-normal">
      <p className="flex justify-between gap-3">
        <span>
          <strong className="font-semibold">{formatNumber(sold + unpaid)}</strong>
          <span className="text-ink-3"> / {formatNumber(capacity)}</span>
        </span>
        <span className={STATUS_CLASS[statusLabel]}>{statusLabel}</span>
      </p>
      <PlacesBar capacity={capacity} sold={sold} unpaid={unpaid} />
      {parts.some(Boolean) && (
        <p className="text-badge text-ink-3">{parts.filter(Boolean).join(" · ")}</p>
      )}
    </div>
  );
}

function PlacesBar({ capacity, sold, unpaid }: Pick<SlotOfDay, "capacity" | "sold" | "unpaid">) {
  const all = Math.max(capacity, sold + unpaid, 1);
  const paid = (sold / all) * 1000;
  return (
    <svg
      viewBox="0 0 1000 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-1.5 w-full rounded-full"
    >
      <rect width="1000" height="1" className="fill-line" />
      <rect width={paid.toFixed(0)} height="1" className="fill-chart" />
      <rect
        x={paid.toFixed(0)}
        width={((unpaid / all) * 1000).toFixed(0)}
        height="1"
        className="fill-marigold"
      />
    </svg>
  );
}
