import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { env } from "~/env.server";
import { retentionDays } from "~/features/privacy/retention.server";
import { backupDays } from "~/features/maintenance/scheduled-backups.server";
import { privacySections } from "~/features/site/components/privacy-sections";
import { ProsePage } from "~/features/site/components/prose-page";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { ownSection } from "~/features/zoo/zoo-texts.server";
import { useZoo } from "~/components/hooks/use-root-data";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `Privacy at ${zooOf(matches).name}`,
    description: `What ${zooOf(matches).name} stores when you book or write to us, what it is used for, when it is erased, and how to ask for it. No tracking.`,
    path: "/privacy",
  });

export const loader = () =>
  json({
    contactDays: retentionDays(),
    backupDays: backupDays(),
    replicaDays: env.REPLICA_RETENTION_DAYS,
    own: ownSection("privacy"),
  });

export default function PrivacyPage() {
  const { own, ...retention } = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="We ask for little, keep it for a limited time and show it to nobody outside the zoo. Here is what that means in detail."
      own={own}
      sections={privacySections(retention, useZoo())}
    />
  );
}
