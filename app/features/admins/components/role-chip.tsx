import type { Role } from "~/features/auth/roles";

const VARIANTS: Record<Role, string> = {
  owner: "chip chip-owner",
  admin: "chip chip-admin",
  editor: "chip chip-editor",
};

export const RoleChip = ({ role }: { role: Role }) => (
  <span className={VARIANTS[role]}>{role}</span>
);
