import { Printer } from "lucide-react";
import { Button } from "./button";
import { Icon } from "./icon";
import { useHydrated } from "~/components/hooks/use-hydrated";

/** Needs script; its room is kept while the script is on its way, so that nothing moves when it arrives. */
export function PrintButton() {
  const hydrated = useHydrated();
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        className={`noscript:hidden ${hydrated ? "" : "invisible"}`}
        onClick={() => window.print()}
      >
        <Icon of={Printer} size={18} /> Print
      </Button>
      <noscript>
        <p className="text-ink-2">Use your browser's print command.</p>
      </noscript>
    </>
  );
}
