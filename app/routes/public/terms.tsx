import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMailConfigured } from "~/env.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { ProsePage } from "~/features/site/components/prose-page";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { termsSections } from "~/features/site/components/terms-sections";
import { useRootData } from "~/components/hooks/use-root-data";
import { ownSection } from "~/features/zoo/zoo-texts.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `Terms of ${zooOf(matches).name}`,
    description: `The rules for booking, paying for, moving and using tickets to ${zooOf(matches).name}, for refunds, and for a visit that is good for animals and people.`,
    path: "/terms",
  });

export const loader = () =>
  json({
    holdHours: getAppSetting("hold_hours"),
    confirmHours: isMailConfigured() ? getAppSetting("cash_hold_hours") : 0,
    bookingDays: getAppSetting("booking_days"),
    own: ownSection("terms"),
  });

export default function TermsPage() {
  const { own, ...held } = useLoaderData<typeof loader>();
  const { visit, zoo } = useRootData();
  return (
    <ProsePage
      title="Terms"
      lead="The rules of a visit, in plain words: what you buy, what you can change, and what we expect of one another."
      own={own}
      sections={termsSections(held, visit, zoo)}
    />
  );
}
