import { Button, ButtonLink } from "~/components/ui/button";

type Props = { to: string; total: number; mayDelete: boolean };

export function ClearAll({ to, total, mayDelete }: Props) {
  if (mayDelete && total > 0) {
    return (
      <ButtonLink to={to} variant="danger-ghost" preventScrollReset className="lg:-mr-4.5">
        Clear All
      </ButtonLink>
    );
  }
  return (
    <Button
      variant="danger-ghost"
      disabled
      title={mayDelete ? "Nothing to clear" : "No permission"}
    >
      Clear All
    </Button>
  );
}
