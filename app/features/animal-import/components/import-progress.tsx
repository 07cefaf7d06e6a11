import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { IMPORT_PATH } from "../import.rules";

const INTERVAL_MS = 1_500;

type Props = { done: number; total: number };

/** Refreshes itself: by script, else by the browser, which would not load the same address with a fragment again. */
export function ImportProgress({ done, total }: Props) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section aria-labelledby="progress-title" className="card grid gap-3 p-5 lg:p-6">
      <noscript>
        <meta httpEquiv="refresh" content={`3;url=${IMPORT_PATH}`} />
      </noscript>
      <h2 id="progress-title" className="text-legend">
        Importing
      </h2>
      <p role="status" className="text-ink-2 tabular-nums">
        {total > 0 ? `Photographs: ${done} of ${total}.` : "Preparing the animals."} All animals
        appear at once, when the last photograph is ready.
      </p>
      <progress
        aria-labelledby="progress-title"
        max={total || undefined}
        value={total > 0 ? done : undefined}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
      />
    </section>
  );
}
