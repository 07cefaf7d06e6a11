import ipaddr from "ipaddr.js";

/** The network of an address: its first `parts` numbers (IPv4) or groups (IPv6). Undefined for invalid addresses. */
export function toNetwork(address: string, parts: number) {
  if (!ipaddr.isValid(address)) return undefined;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4
    ? ip.octets.fill(0, parts).join(".")
    : `${ip.parts
        .slice(0, parts)
        .map((part) => part.toString(16))
        .join(":")}::`;
}
