import { Link } from "@remix-run/react";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { SETUP_PATH, type SetupStep } from "../setup.rules";
import { STEP_TEXTS } from "./setup-steps";

type Props = { steps: { id: SetupStep; isDone: boolean }[] };

/** The checklist of a new zoo, on the dashboard. */
export function SetupNotice({ steps }: Props) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-steps" className="card grid gap-4 p-5 print:hidden">
      <h2 id="first-steps" className="text-legend">
        Make this site your zoo’s
        <span className="font-normal text-ink-2">
          {" "}
          · {done} of {steps.length} done
        </span>
      </h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {steps.map(({ id, isDone }) => (
          <li key={id} className="flex items-center gap-2">
            <Icon
              icon={isDone ? CircleCheck : Circle}
              className={isDone ? "text-paid-fg" : "text-ink-2"}
            />
            {isDone ? (
              <span className="text-ink-2">
                {STEP_TEXTS[id].title}
                <span className="sr-only">, done</span>
              </span>
            ) : (
              <Link to={`${SETUP_PATH}#${id}`} className="underline">
                {STEP_TEXTS[id].title}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <PostForm action={SETUP_PATH} formError={undefined} className="flex flex-wrap gap-3">
        <ButtonLink to={SETUP_PATH} size={36} className="max-lg:min-h-11">
          Go on
        </ButtonLink>
        <IntentButton intent="dismiss" variant="ghost" size={36} className="max-lg:min-h-11">
          Dismiss
        </IntentButton>
      </PostForm>
    </section>
  );
}
