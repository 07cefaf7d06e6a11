import { isIPv4, isIPv6 } from "node:net";

/**
 * The network of an address: its first `parts` numbers (IPv4) or groups (IPv6), without the rest. Undefined for
 * text that is no address.
 */
export function networkOf(address: string, parts: number) {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, ""); // IPv4 as seen by a socket for both
  if (isIPv4(ip)) return ip.split(".").fill("0", parts).join(".");
  return isIPv6(ip) ? `${groupsOf(ip).slice(0, parts).join(":")}::` : undefined;
}

/** The groups of an IPv6 address, whose zeros may be left out anywhere. */
function groupsOf(ip: string) {
  const [left = [], right = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right];
}
