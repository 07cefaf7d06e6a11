import { hmac, timingSafeEqualText } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { isIsoDate } from "~/lib/dates";
import { linkSecret } from "~/lib/secrets.server";
import type { Staff } from "~/features/auth/permissions";
import type { Hit } from "./statement.rules";

/** The hits of a preview travel through its form, so that no statement stays on the server. */

const sign = ({ id }: Pick<Staff, "id">, text: string) =>
  hmac(linkSecret(), `statement ${id} ${text}`);

export function signHits(staff: Staff, hits: Hit[]) {
  const text = hits.map(({ reference, amount, day }) => `${reference}:${amount}:${day}`).join(",");
  return `${sign(staff, text)},${text}`;
}

/** Throws `invalid` for what the member of staff has not seen. */
export function readHits(staff: Staff, signed = ""): Hit[] {
  const [signature = "", ...parts] = signed.split(",");
  if (!timingSafeEqualText(sign(staff, parts.join(",")), signature)) throw notSeen();
  return parts.map((part) => {
    const [reference = "", amount = "", day = ""] = part.split(":");
    if (!isIsoDate(day)) throw notSeen();
    return { reference, amount: Number(amount), day };
  });
}

const notSeen = () =>
  new DomainError("invalid", "Choose the statement again, and look at it first");
