import { formatNumber } from "~/lib/intl";
import { toQr } from "~/lib/http/qr.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { describeUserAgent } from "~/lib/http/user-agent.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { ownPasskeys } from "../passkeys/passkeys.server";
import type { Staff } from "../permissions";
import {
  factorState,
  isFactorRequired,
  lacksRequiredFactor,
  openSecret,
  sealSecret,
} from "./second-factor.server";
import { newSecret, toAppUrl } from "./totp.server";
import { ownTrustedDevices } from "./trusted-devices.server";

/** The second factor of whoever is signed in; without one, a new secret to set it up with. */
export function secondFactorView(staff: Staff, sealed?: string) {
  const state = factorState(staff.id);
  return {
    email: staff.email,
    isRequired: isFactorRequired(),
    isMissing: lacksRequiredFactor(staff),
    setUp: state ? null : toSetUp(staff, sealed),
    factor: state && {
      since: toTimestamp(state.since),
      codesLeft: formatNumber(state.codesLeft),
      hasFewCodes: state.codesLeft < 3,
    },
    passkeys: ownPasskeys(staff).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      since: toTimestamp(createdAt).full,
      lastUsed: lastUsedAt === null ? null : toTimestamp(lastUsedAt).full,
    })),
    devices: ownTrustedDevices(staff).map(({ id, userAgent, createdAt, expiresAt }) => ({
      id,
      device: describeUserAgent(userAgent),
      since: toTimestamp(createdAt).full,
      until: toTimestamp(expiresAt).full,
    })),
  };
}

/** After an error the page shows the secret again that it has shown before. */
function toSetUp(staff: Staff, sealed?: string) {
  const earlier = sealed === undefined ? undefined : openSecret(sealed);
  const secret = earlier ?? newSecret();
  const appUrl = toAppUrl(secret, zooProfile().name, staff.email);
  return {
    sealed: earlier && sealed ? sealed : sealSecret(secret),
    letters: secret.replace(/(.{4})(?=.)/g, "$1 "),
    appUrl,
    qr: toQr(appUrl),
  };
}
