import type { Role } from "../access";

/** An admin as others may see them; never a hash. Instants in UTC milliseconds. */
export type Admin = {
  id: string;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  createdAt: number;
  updatedAt: number;
};

export function withoutHash({
  passwordHash: _,
  ...admin
}: Admin & { passwordHash: string }): Admin {
  return admin;
}
