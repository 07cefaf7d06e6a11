import { can, type Staff } from "~/domain/access";
import { ownAccount, ownSessions } from "~/domain/admin/account.server";
import { deviceOf } from "./device.server";
import { whenOf } from "../when.server";

/** Somebody's own account, and where they are signed in. */
export const accountView = (staff: Staff) => ({
  profile: { name: staff.name, email: staff.email },
  seenAt: ownAccount(staff).updatedAt,
  mayUpdate: can(staff.role, "account.update"),
  sessions: ownSessions(staff).map(({ id, userAgent, lastSeenAt, createdAt, isThisOne }) => ({
    id,
    device: deviceOf(userAgent),
    lastSeen: whenOf(lastSeenAt),
    signedIn: whenOf(createdAt).full,
    isThisOne,
  })),
});
