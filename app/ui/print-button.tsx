import { Printer } from "lucide-react";
import { Button } from "./button";
import { Icon } from "./icon";
import { useHydrated } from "./use-hydrated";

export function PrintButton() {
  const hydrated = useHydrated();
  if (!hydrated) return <p className="text-ink-2">Use your browser's print command.</p>;
  return (
    <Button type="button" variant="secondary" onClick={() => window.print()}>
      <Icon of={Printer} size={18} /> Print
    </Button>
  );
}
