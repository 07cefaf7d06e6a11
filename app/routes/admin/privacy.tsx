import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/guard.server";
import { withoutQuestion } from "~/http/listed.server";
import { actOnPrivacy } from "~/http/privacy-actions.server";
import { privacyPage } from "~/http/privacy-view.server";
import { requireStaff } from "~/http/session.server";
import { submit } from "~/http/submit.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { inertWhen } from "~/ui/inert";
import { KeepContacts } from "~/ui/keep-contacts";
import { PageHead } from "~/ui/layout/page-head";
import { FindPerson, PersonStored } from "~/ui/person";
import { useAddress } from "~/ui/use-address";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => {
    const asked = readQuery(request);
    const page = privacyPage(staff, asked);
    const isErasing = asked.confirm === "erase" && Boolean(page.person?.erased);
    if (asked.confirm && !isErasing) throw withoutQuestion(request);
    return json({ ...page, isErasing }, page.failure ? 400 : 200);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request);
  return submit(request, (form) => actOnPrivacy(staff, form));
}

export default function PrivacyPage() {
  const { days, asked, person, failure, isErasing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const here = useAddress(["confirm", "index", "_data"]);
  const refusedIn = (intent: string) => (answer?.values.intent === intent ? answer : undefined);
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(isErasing)}>
        <PageHead
          title="Privacy"
          line="What is stored about visitors, for how long, and how it goes."
        />
        <KeepContacts key={days} days={days} refused={refusedIn("keep")} />
        <FindPerson asked={asked} failure={failure} />
        {person && (
          <PersonStored key={person.email} {...{ person, here }} refused={refusedIn("erase")} />
        )}
      </div>
      {isErasing && person?.erased && (
        <ConfirmDialog
          question="Erase this person? This cannot be undone."
          detail={`${person.erased} of ${person.email}. Of the orders only the name, email and phone go; the figures stay.`}
          safe={{ label: "Keep data", to: `${here()}#person` }}
          danger={{ label: "Erase" }}
          action={`${here()}#errors`}
          fields={{ intent: "erase", email: person.email }}
        />
      )}
    </>
  );
}
