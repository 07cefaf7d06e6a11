import type { Role } from "~/features/auth/roles";

const VARIANTS: Record<Role, string> = {
  owner: "border-ink text-ink",
  admin: "bg-info-bg text-info-fg",
  editor: "border-line-strong bg-transparent",
};

export const RoleChip = ({ role }: { role: Role }) => (
  <span className={`chip ${VARIANTS[role]}`}>{role}</span>
);
