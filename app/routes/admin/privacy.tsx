import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
import { withoutQuestion } from "~/http/screens/address.server";
import { actOnPrivacy } from "~/http/screens/privacy-actions.server";
import { privacyView } from "~/http/screens/privacy-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { inertWhen } from "~/ui/base/inert";
import { useAddress } from "~/ui/base/use-address";
import { RequiredNote } from "~/ui/form/field-frame";
import { refusedIn } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";
import { ErasingPaused } from "~/ui/privacy/erasing-paused";
import { FindPerson, PersonStored } from "~/ui/privacy/person";
import { PrivacyQuestion } from "~/ui/privacy/privacy-question";
import { RetentionForm } from "~/ui/privacy/retention-form";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
