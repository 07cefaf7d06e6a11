import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RequestForm } from "~/features/groups/components/request-form";
import { REQUEST_FIELDS } from "~/features/groups/group.schema";
import { slotOptions } from "~/features/groups/groups.presenter.server";
import { handleGroupRequest } from "~/features/groups/requests.actions.server";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { formAction } from "~/lib/http/form-action.server";
import { getFormToken } from "~/lib/http/form-token.server";
import { readQuery } from "~/lib/http/read-body.server";
import { INTERNAL_ERROR } from "~/lib/http/to-user-error.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `Groups and schools at ${zooOf(matches).name}`,
    description: `Ask ${zooOf(matches).name} for places for a school class or another group: say how many come and on which days, and we answer by email.`,
    path: "/groups",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({
    opened: getFormToken(context),
    sent: readQuery(request).sent === "1",
    slots: slotOptions(),
  });

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleGroupRequest(request, context, form), {
    moreFields: REQUEST_FIELDS,
    internalErrorMessage: `Request failed: ${INTERNAL_ERROR}`,
  });

export default function GroupsPage() {
  const { opened, sent, slots } = useLoaderData<typeof loader>();
  const formError = useActionData<typeof action>();
  // Keeps the form after an error and resets it after sending.
  const formToken = formError?.values.opened ?? opened;
  return (
    <div className="wrap section">
      <h1 className="text-display">Groups and schools</h1>
      <p className="mt-3 max-w-[36rem] text-lead text-ink-2">
        Tell us how many come and on which days. We answer with a price, and hold the places.
      </p>
      <div className="mt-8 grid items-start gap-10 lg:mt-10 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <RequestForm
          key={formToken}
          opened={formToken}
          sent={sent}
          slots={slots}
          formError={formError}
        />
        <HowItGoes />
      </div>
    </div>
  );
}

const STEPS = [
  ["You ask", "Nothing is booked yet, and asking costs nothing."],
  ["We answer by email", "With a quote, and places held on one of your days."],
  ["You pay", "At once or in parts. The number of people can still change."],
  ["You come in with one code", "All together or class by class, at any gate."],
] as const;

const HowItGoes = () => (
  <section aria-labelledby="how" className="lg:col-start-1 lg:row-start-1">
    <h2 id="how" className="text-legend">
      How it goes
    </h2>
    <ol className="mt-6 grid gap-6">
      {STEPS.map(([title, line], index) => (
        <li key={title} className="relative min-h-11 pl-15">
          <span
            aria-hidden="true"
            className="absolute top-0 left-0 grid size-11 place-items-center rounded-input bg-brand-soft font-display text-legend text-on-brand-soft"
          >
            {index + 1}
          </span>
          <h3 className="font-sans font-semibold">{title}</h3>
          <p className="text-ink-2">{line}</p>
        </li>
      ))}
    </ol>
  </section>
);
