import { can, type Staff } from "~/features/auth/permissions";
import { factorState } from "~/features/auth/factor/second-factor.server";
import { runningVersion } from "~/features/startup/running-version.server";
import { ownAccount, ownSessions } from "./account.server";
import { describeUserAgent } from "~/lib/http/user-agent.server";
import { toTimestamp } from "~/lib/http/timestamp.server";

/** Somebody's own account, and where they are signed in. */
export const accountView = (staff: Staff) => ({
  runs: runningVersion(),
  factorSince: sinceOf(factorState(staff.id)),
  profile: { name: staff.name, email: staff.email },
  version: ownAccount(staff).updatedAt,
  mayUpdate: can(staff, "account.update"),
  sessions: ownSessions(staff).map(({ id, userAgent, lastSeenAt, createdAt, isThisOne }) => ({
    id,
    device: describeUserAgent(userAgent),
    lastSeen: toTimestamp(lastSeenAt),
    signedIn: toTimestamp(createdAt).full,
    isThisOne,
  })),
});

const sinceOf = (factor: ReturnType<typeof factorState>) => factor && toTimestamp(factor.since);
