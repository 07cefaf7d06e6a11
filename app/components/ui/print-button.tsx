import Printer from "lucide-react/icons/printer";
import { Button } from "./button";
import { Icon } from "./icon";
import { useHydrated } from "~/components/hooks/use-hydrated";

/** Needs script; its space is reserved until hydration. */
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
        <Icon icon={Printer} size={18} /> Print
      </Button>
      <noscript>
        <p className="text-ink-2">Use your browser's print command.</p>
      </noscript>
    </>
  );
}
