import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { privacyView } from "../privacy.presenter.server";
import { AuditTable } from "~/features/audit/components/audit-table";
import { Button, ButtonLink } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { EmailText } from "~/components/ui/email-text";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { PostForm } from "~/components/form/post-form";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { OrderLink } from "~/features/orders/components/order-link";
import { PersonMails, PersonMessages, PersonOrders } from "./person-tables";

const PATH = "/admin/dashboard/privacy";

type FindProps = { email: string; failure: string | null; formError: FormError | undefined };

/** Posted, so that the address is in no URL. */
export function FindPerson({ email, failure, formError }: FindProps) {
  return (
    <PostForm
      action={PATH}
      formError={formError}
      aria-labelledby="find-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="find-title" title="Find a person">
        For anyone who asks what is stored about them, wants a copy, or wants it erased. First make
        sure that the address is theirs.
      </CardHead>
      <EmailField
        key={email}
        id="person-email"
        autoComplete="off"
        defaultValue={email}
        error={failure ?? undefined}
      />
      <p>
        <Button name="intent" value="find">
          Find
        </Button>
      </p>
    </PostForm>
  );
}

type Person = NonNullable<ScreenData<typeof privacyView>["person"]>;

type Props = {
  person: Person;
  buildUrl: BuildUrl;
  formError: FormError | undefined;
};

export function PersonDetails({ person, buildUrl, formError }: Props) {
  const { email, total, staff, requests } = person;
  const isUnknown = Object.values(total).every((count) => count === 0) && !staff;
  return (
    <section aria-labelledby="person" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="person" tabIndex={-1} className="min-w-0 text-legend wrap-anywhere">
          <EmailText>{email}</EmailText>
        </h2>
        {!isUnknown && (
          <div className="flex flex-wrap gap-3">
            <a
              href={`${PATH}/person.json?person=${person.reference}`}
              download
              className="btn btn-secondary btn-44"
            >
              Download all as JSON
            </a>
            {person.erased && (
              <ButtonLink
                to={buildUrl({ confirm: "erase" })}
                variant="danger-ghost"
                preventScrollReset
              >
                Erase
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      <ErrorSummary formError={formError} />
      {isUnknown && <p>Nothing is stored under this address.</p>}
      <UpcomingVisits orders={person.upcoming} />
      {staff && (
        <p>
          <bdi>{staff.name}</bdi> (staff, {staff.role}) also uses this address. That account is kept
          until it is deleted under{" "}
          <Link to="/admin/dashboard/admins" className="link">
            Admins
          </Link>
          .
        </p>
      )}
      {total.orders > 0 && <PersonOrders {...person} />}
      {total.messages > 0 && <PersonMessages {...person} />}
      {total.emails > 0 && <PersonMails {...person} />}
      {requests.length > 0 && (
        <AuditTable rows={requests} caption="Earlier erasures, newest first" empty="–" />
      )}
    </section>
  );
}

function UpcomingVisits({ orders }: { orders: Person["upcoming"] }) {
  if (orders.length === 0) return null;
  return (
    <div className="card p-5">
      <p className="font-semibold">
        Upcoming visits and refunds due, which can be erased once they are over or settled:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {orders.map(({ id, status, visitDate }) => (
          <li key={id}>
            <OrderLink id={id} />, {status}, visit on {visitDate}
          </li>
        ))}
      </ul>
    </div>
  );
}
