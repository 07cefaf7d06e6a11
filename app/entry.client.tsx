import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTypedEarly } from "~/components/form/preserve-early-input";

const putBack = keepTypedEarly();

function TypedEarly() {
  // Later, because React answers no event while it works.
  useEffect(() => void setTimeout(putBack), []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <TypedEarly />
    </StrictMode>,
  );
});
