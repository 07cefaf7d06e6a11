import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { retentionDays } from "~/features/privacy/retention.server";
import { backupDays } from "~/features/maintenance/scheduled-backups.server";
import { privacySections } from "~/features/site/components/privacy-sections";
import { ProsePage } from "~/features/site/components/prose-page";
import { pageMeta } from "~/features/site/components/seo";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Privacy at Zoo Verse",
    description:
      "What Zoo Verse stores when you book or write to us, what it is used for, when it is erased, and how to ask for it. No tracking.",
    path: "/privacy",
  });

export const loader = () => json({ contactDays: retentionDays(), backupDays: backupDays() });

export default function PrivacyPage() {
  const retention = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="We ask for little, keep it for a limited time and show it to nobody outside the zoo. Here is what that means in detail."
      sections={privacySections(retention)}
    />
  );
}
