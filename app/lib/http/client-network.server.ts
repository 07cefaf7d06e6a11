import { isIPv4, isIPv6 } from "node:net";

/** The network of an address: its first `parts` numbers (IPv4) or groups (IPv6). Undefined for invalid addresses. */
export function toNetwork(address: string, parts: number) {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(ip)) return ip.split(".").fill("0", parts).join(".");
  return isIPv6(ip) ? `${parseIpv6Groups(ip).slice(0, parts).join(":")}::` : undefined;
}

function parseIpv6Groups(ip: string) {
  const [left = [], right = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right];
}
