import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTypedEarly } from "./ui/form/typed-early";

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
