import type { Role } from "~/features/auth/permissions";

const LOOKS: Record<Role, string> = {
  owner: "chip chip-owner",
  admin: "chip chip-admin",
  editor: "chip chip-editor",
};

export const RoleChip = ({ role }: { role: Role }) => <span className={LOOKS[role]}>{role}</span>;
