import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ApiDocs } from "~/api/api-docs.server";
import type { StaticHandle } from "~/root";
import { siteOrigin } from "~/lib/http/urls.server";
import { ApiCall } from "~/api/components/api-call";
import { ApiGuide } from "~/api/components/api-guide";
import { PageContents } from "~/features/site/components/page-contents";
import { pageMeta, zooOf } from "~/features/site/components/seo";

export const handle: StaticHandle = { isStatic: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `The API of ${zooOf(matches).name}`,
    description:
      "Every call of /api/v1 for apps, kiosks and partners: who may make it, what it takes, and what it answers.",
    path: "/api/docs",
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const { apiDocs } = await import("~/api/api-docs.server"); // large, and seldom asked for
  return json(apiDocs(siteOrigin(request)));
}

const toContents = ({ name, title, calls }: ApiDocs["groups"][number]) => ({
  label: title,
  entries: [{ id: name, title }, ...calls.map(({ id, summary }) => ({ id, title: summary }))],
});

export default function ApiDocsPage() {
  const { base, groups } = useLoaderData<typeof loader>();
  return (
    <div className="wrap section grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-x-14">
      <div>
        <h1 className="text-display">API</h1>
        <p className="mt-5 text-lead text-ink-2">
          For apps, kiosks and partners: everything this site can do, as JSON.
        </p>
      </div>
      <PageContents
        lists={[{ entries: [{ id: "guide", title: "How it works" }] }, ...groups.map(toContents)]}
        className="text-small lg:max-h-[calc(100vh-9rem)] lg:overflow-y-auto"
      />
      <div className="grid gap-14">
        <ApiGuide base={base} />
        {groups.map(({ name, title, description, calls }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name} className="text-title">
              {title}
            </h2>
            <p className="mt-2 text-ink-2">{description}.</p>
            <div className="mt-6 grid gap-6">
              {calls.map((call) => (
                <ApiCall key={call.id} call={call} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
