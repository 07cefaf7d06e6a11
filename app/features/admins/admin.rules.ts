import type { Right } from "~/features/auth/rights";

/** How much of each right a role has. */
export type RightsByRole = Record<Right, "yes" | "in part" | "no">;

/** Shortest passwords: the one that an owner gives, and the one that people choose for themselves. */
export const ADMIN_PASSWORD_MIN = 6;
export const OWN_PASSWORD_MIN = 8;

/** Why a change of another account, or of one's own, is rejected. */
export const OWNERS_ONLY = "Only owner can modify owner role or change roles";
export const NOT_ONESELF = "You cannot delete your own account";

/** The same rejections in the words of the admins screen. */
export const OWNERS_CREATE = "Only Owner can create admins.";
export const OWNERS_DELETE = "Only Owner can delete admins.";
export const MAY_NOT_EDIT = "You do not have permission to edit admins.";

/** Typed by people, and never sent back to a form. */
export const PASSWORD_FIELDS = [
  "password",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "factorCode",
];
