import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { withoutQuestion } from "~/lib/http/current-url.server";
import { actOnPrivacy } from "~/features/privacy/privacy.actions.server";
import { privacyView } from "~/features/privacy/privacy.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { inertWhen } from "~/components/ui/inert";
import { useAddress } from "~/components/hooks/use-current-url";
import { RequiredNote } from "~/components/form/field-frame";
import { refusedIn } from "~/components/form/form-state";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";
import { ErasingPaused } from "~/features/privacy/components/retention-paused-notice";
import { FindPerson, PersonStored } from "~/features/privacy/components/find-person";
import { PrivacyQuestion } from "~/features/privacy/components/privacy-question";
import { RetentionForm } from "~/features/privacy/components/retention-form";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => {
    const asked = readQuery(request);
    const view = privacyView(staff, asked);
    if (asked.confirm && !view.question) throw withoutQuestion(request);
    return json(view, view.failure ? 400 : 200);
  });
}

export const action = ({ request }: ActionFunctionArgs) => submitAsStaff(request, actOnPrivacy);

export default function PrivacyPage() {
  const { days, rest, asked, person, failure, question } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const here = useAddress(["confirm", "days"]);
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(question !== null)}>
        <PageHead
          title="Privacy"
          line={
            <>
              What is stored about visitors, for how long, and how to erase it. <RequiredNote />
            </>
          }
        />
        {rest && <ErasingPaused rest={rest} />}
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <FindPerson asked={asked} failure={failure} />
          <RetentionForm
            key={`${days} ${question?.about}`}
            days={days}
            refused={refusedIn(answer, "keep")}
          />
        </div>
        {person && (
          <PersonStored
            key={person.email}
            person={person}
            here={here}
            refused={refusedIn(answer, "erase")}
          />
        )}
      </div>
      {question && <PrivacyQuestion question={question} back={here()} />}
    </>
  );
}
