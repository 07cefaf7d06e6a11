import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMailConfigured } from "~/env.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { ProsePage } from "~/features/site/components/prose-page";
import { pageMeta } from "~/features/site/components/seo";
import { termsSections } from "~/features/site/components/terms-sections";
import { useRootData } from "~/components/hooks/use-root-data";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Terms of Zoo Verse",
    description:
      "The rules for booking, paying for, moving and using tickets to Zoo Verse, for refunds, and for a visit that is good for animals and people.",
    path: "/terms",
  });

export const loader = () =>
  json({
    holdHours: getAppSetting("hold_hours"),
    confirmHours: isMailConfigured() ? getAppSetting("cash_hold_hours") : 0,
    bookingDays: getAppSetting("booking_days"),
  });

export default function TermsPage() {
  const held = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Terms"
      lead="The rules of a visit, in plain words: what you buy, what you can change, and what we expect of one another."
      sections={termsSections(held, useRootData().visit)}
    />
  );
}
