import { Form, Link } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/error-alert";
import { SHIFTS_PATH } from "~/features/shifts/shift.rules";
import type { PromoTerms } from "~/features/tariff/tariff";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_LENGTH } from "~/lib/text-limits";
import { COUNTER_PATH } from "../counter.rules";
import type { counterView } from "../counter.presenter.server";
import { FoundOrders } from "./found-orders";
import { SaleForm } from "./sale-form";

type Props = {
  view: ScreenData<typeof counterView>;
  answer: (FormError & { promo?: PromoTerms | null }) | undefined;
};

export const CounterScreen = ({ view, answer }: Props) => (
  <>
    <PageHead title="Counter" description={view.day}>
      {view.found && <ButtonLink to={COUNTER_PATH}>Back to selling</ButtonLink>}
    </PageHead>
    {view.shiftNote && (
      <Notice icon={Clock}>
        {view.shiftNote}{" "}
        <Link to={SHIFTS_PATH} className="underline">
          Your shift
        </Link>
      </Notice>
    )}
    {view.found ? (
      <FoundOrders found={view.found} answer={answer} />
    ) : (
      <SaleForm view={view} answer={answer} />
    )}
    <Form
      method="get"
      action={COUNTER_PATH}
      role="search"
      className="card grid gap-3 p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
    >
      <Field
        key={view.typed}
        name="order"
        label="Somebody has booked?"
        hint="Scan the code of the booking or of a ticket, or type its number, a name or a phone number"
        defaultValue={view.typed}
        maxLength={MAX_LENGTH.address}
        autoComplete="off"
      />
      <Button variant="secondary">Find order</Button>
    </Form>
  </>
);
