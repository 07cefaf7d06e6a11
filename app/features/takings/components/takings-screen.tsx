import { Form, Link } from "@remix-run/react";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Download from "lucide-react/icons/download";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { ErrorAlert } from "~/components/ui/error-alert";
import { Icon } from "~/components/ui/icon";
import { inertProps } from "~/components/ui/inert";
import { RefreshLink } from "~/components/ui/refresh-link";
import type { ScreenData } from "~/lib/screen-data";
import type { takingsView } from "../takings.presenter.server";
import { daysQuery } from "../takings.rules";
import { LockError } from "./lock-error";
import { Takings } from "./takings-tables";

const PATH = "/admin/dashboard/takings";

type View = ScreenData<typeof takingsView>;
type Props = View & { formError: FormError | undefined };

export function TakingsScreen({ locking, formError, ...view }: Props) {
  const buildUrl = useCurrentUrl(["confirm", "id"]);
  const { takings, failure, period } = view;
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(locking !== null)}>
        <PageHead title="Takings" description="Money that came and went, by the day it did.">
          <a href={`${PATH}.csv${daysQuery(period.days)}`} className="btn btn-secondary btn-44">
            <Icon icon={Download} size={18} /> Download CSV
          </a>
          <RefreshLink to={buildUrl()} />
        </PageHead>
        <LockError formError={formError} />
        <Period {...view} />
        {failure && <ErrorAlert>{failure}</ErrorAlert>}
        {takings && <Takings {...takings} buildUrl={buildUrl} />}
      </div>
      {locking && (
        <ConfirmDialog
          question={`Lock ${locking.label}?`}
          detail="Nothing is added to this day any more; what still comes counts on the next day. A lock cannot be taken back."
          cancel={{ label: "Keep it open", to: `${buildUrl()}#day-${locking.day}` }}
          confirmLabel="Lock this day"
          action={`${buildUrl()}#errors`}
          fields={{ intent: "lock", day: locking.day }}
        />
      )}
    </>
  );
}

/** Large enough for a thumb on phones. */
const TOUCH = "max-lg:min-h-11";

const Period = ({ from, to, period }: Pick<View, "from" | "to" | "period">) => (
  <section aria-label="Period" className="grid gap-3">
    <Form
      key={`${from.typed} ${to.typed}`}
      method="get"
      preventScrollReset
      className="search-bar flex flex-wrap items-end gap-3"
    >
      <DayField label="From" name="from" {...from} />
      <DayField label="To" name="to" {...to} />
      <Button>Apply</Button>
    </Form>
    <nav aria-label="Periods" className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink to={daysQuery(period.previous)} variant="secondary" size={36} className={TOUCH}>
        <Icon icon={ChevronLeft} size={18} /> Previous
      </ButtonLink>
      {period.named.map(({ label, days }) => (
        <ButtonLink key={label} to={daysQuery(days)} variant="ghost" size={36} className={TOUCH}>
          {label}
        </ButtonLink>
      ))}
      <ButtonLink to={daysQuery(period.next)} variant="secondary" size={36} className={TOUCH}>
        Next <Icon icon={ChevronRight} size={18} />
      </ButtonLink>
    </nav>
    <p className="text-ink-2">
      <strong className="font-semibold text-ink">{period.label}</strong>. Money counts on the day it
      came or went. Revenue under{" "}
      <Link to="/admin/dashboard/reports" className="link">
        Reports
      </Link>{" "}
      is that of paid orders, by the day they were placed.
    </p>
  </section>
);

type DayFieldProps = { label: string; name: string } & View["from"];

const DayField = ({ typed, ...props }: DayFieldProps) => (
  <Field type="date" defaultValue={typed} className="grow sm:grow-0" {...props} />
);
