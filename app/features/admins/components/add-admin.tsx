import { Plus } from "lucide-react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** Opens the form above the list. */
export function AddAdmin({ to, isOwner }: { to: string; isOwner: boolean }) {
  const label = (
    <>
      <Icon icon={Plus} size={18} /> Add Admin
    </>
  );
  if (isOwner) return <ButtonLink to={to}>{label}</ButtonLink>;
  return (
    <Button disabled title="Only Owner can add admins">
      {label}
    </Button>
  );
}
