import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveEarlyInput } from "~/components/form/preserve-early-input";
import { supportTranslation } from "~/components/translated-pages";

supportTranslation();
const restoreEarlyInput = preserveEarlyInput();

function RestoreEarlyInput() {
  // After hydration: React handles no events during it.
  useEffect(() => void setTimeout(restoreEarlyInput), []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <RestoreEarlyInput />
    </StrictMode>,
  );
});
