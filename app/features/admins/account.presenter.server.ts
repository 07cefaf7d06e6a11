import { can, type Staff } from "~/features/auth/permissions";
import { ownAccount, ownSessions } from "./account.server";
import { deviceOf } from "~/lib/http/user-agent.server";
import { whenOf } from "~/lib/http/timestamp.server";

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
