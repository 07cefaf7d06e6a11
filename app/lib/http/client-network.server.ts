import type { AppLoadContext } from "@remix-run/node";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import type { Actor } from "~/features/auth/permissions";
import type { Booker } from "~/features/orders/unpaid-limits.server";
import { hmac } from "../crypto.server";
import { sessionSecret } from "../secrets.server";

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

const networks = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (address) => toNetwork(address, 3) ?? "?",
});

/** Instead of an address: in the log a client is one of many. */
export const networkForLog = (address: string) => networks.memo(address);

/** A provider gives a household or a server one of these: a /64, more often a /56, at most a /48. */
export type Prefix = 64 | 56 | 48;

/** An IPv4 address as it is, else the network of an IPv6 address; blank for invalid addresses. */
export function toPrefix(address: string, bits: Prefix) {
  const network = toNetwork(address, 4);
  if (!network?.includes(":") || bits === 64) return network ?? "";
  const mask = ipaddr.IPv6.subnetMaskFromPrefixLength(bits).parts;
  const { parts } = ipaddr.process(address) as ipaddr.IPv6;
  const masked = parts.slice(0, 4).map((part, at) => (part & (mask[at] ?? 0)).toString(16));
  return `${masked.join(":")}::/${bits}`;
}

/** Whether an address is in one of these networks. */
const isInNetworks = (address: string, networks: string[]) =>
  ipaddr.isValid(address) &&
  ipaddr.subnetMatch(ipaddr.process(address), { own: networks.map(toRange) }, "other") === "own";

function toRange(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
  const ip = ipaddr.process(network);
  return [ip, ip.kind() === "ipv4" ? 32 : 128];
}

/** The client's address; null when limits are off or the address is unknown. */
export const clientAddress = ({ clientIp }: AppLoadContext) =>
  env.RATE_LIMITS === "off" || typeof clientIp !== "string" ? null : clientIp;

/** Whether the client is in one of the zoo's own networks, such as the ticket counter's. */
export const isOwnNetwork = (address: string) => isInNetworks(address, env.OWN_NETWORKS);

/** Names a client's network (IPv4 address, IPv6 /56) without telling it. */
const networkHash = (address: string) => networkHashes.memo(address);
const networkHashes = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (address) => hmac(sessionSecret(), `network ${toPrefix(address, 56)}`),
});

/** Who books, for the limits of unpaid places. */
export function bookerOf(
  context: AppLoadContext,
  actor: Actor,
  channel: Booker["channel"] = "web",
): Booker {
  const address = clientAddress(context);
  if (actor || address === null)
    return { isStaff: actor !== null, isLimited: false, network: "", channel };
  return {
    isStaff: false,
    isLimited: true,
    network: isOwnNetwork(address) ? "" : networkHash(address),
    channel,
  };
}

/** Whose idempotency keys are one client's: a staff account, else a network. */
export const keyOwner = ({ clientIp }: AppLoadContext, actor: Actor) =>
  actor?.id ?? networkHash(typeof clientIp === "string" ? clientIp : "");
