import type { ScreenData } from "~/lib/screen-data";
import type { privacyView } from "../privacy.presenter.server";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Notice } from "~/components/ui/error-alert";
import { inertProps } from "~/components/ui/inert";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";
import { FindPerson, PersonDetails } from "./find-person";
import { PrivacyQuestion } from "./privacy-question";
import { RetentionForm } from "./retention-form";

type Props = ScreenData<typeof privacyView> & { formError: FormError | undefined };

export function PrivacyScreen({ formError, ...data }: Props) {
  const { days, erasurePause, email, person, failure, question } = data;
  const buildUrl = useCurrentUrl(["confirm", "days"]);
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(question !== null)}>
        <PageHead
          title="Privacy"
          description={
            <>
              What is stored about visitors, for how long, and how to erase it. <RequiredNote />
            </>
          }
        />
        {erasurePause && (
          <Notice icon={TriangleAlert}>
            Nothing is being erased at present. The server's date is {erasurePause.today}, but
            nothing has been booked or changed since {erasurePause.since}. If that is wrong, correct
            the server clock. If it is right, erasing resumes one day after the next booking or
            change.
          </Notice>
        )}
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <FindPerson
            email={email}
            failure={failure}
            formError={errorForIntent(formError, "find")}
          />
          <RetentionForm
            key={`${days} ${question?.about}`}
            days={days}
            formError={errorForIntent(formError, "keep")}
          />
        </div>
        {person && (
          <PersonDetails
            key={person.email}
            person={person}
            buildUrl={buildUrl}
            formError={errorForIntent(formError, "erase")}
          />
        )}
      </div>
      {question && <PrivacyQuestion question={question} back={buildUrl()} />}
    </>
  );
}
