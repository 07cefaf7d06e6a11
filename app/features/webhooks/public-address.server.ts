import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "~/env.server";

/** An owner chooses where webhooks go, so nothing may lead them into the network that the site runs in. */

const NOT_PUBLIC = "The address leads to a private or reserved network";

/** All that IANA gives to networks of the internet. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address belongs to a machine of the internet. An IPv4 address within an IPv6 one does not count as one. */
export function isPublicAddress(address: string) {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  const isUnicast = ip.range() === "unicast";
  return ip instanceof ipaddr.IPv6 ? isUnicast && ip.match(PUBLIC_IPV6) : isUnicast;
}

/** The receiver of tests on this machine, which needs no https. */
export const isTestReceiver = ({ origin }: URL) => origin === env.WEBHOOK_TEST_URL;

/** Why nothing is sent to an address as it is written; undefined if it can be. Names are looked up when it is sent. */
export function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url?.hostname) return "Enter an address such as https://example.org/webhooks";
  if (isTestReceiver(url)) return undefined;
  if (url.protocol !== "https:") return "The address must begin with https://";
  if (url.username || url.password) return "Leave user name and password out of the address";
  return isIpAddress(url) && !isPublicAddress(hostOf(url)) ? NOT_PUBLIC : undefined;
}

export const isIpAddress = (url: URL) => isIP(hostOf(url)) !== 0;

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers of the machine. `lookup` would occupy threads, so that a name whose servers hang would hold up
 * everything else.
 */
export const resolveName: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const [ipv4] = answers;
  if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason as Error;
  return found.map((address) => ({ address, family: isIP(address) }));
};

/** Throws PrivateAddressError if one of the addresses of a name is not public, and the error of the resolver. */
export async function publicAddressesOf(hostname: string, resolve: Resolve) {
  const found = await resolve(hostname);
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddressError(NOT_PUBLIC);
  return found;
}

export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

/**
 * For a connection: it is made to an address that was checked, whatever the name resolves to next. Undefined for the
 * receiver of tests.
 */
export function checkedLookup(url: URL, resolve: Resolve): LookupFunction | undefined {
  if (isTestReceiver(url)) return undefined;
  return (hostname, { all }, callback) => {
    publicAddressesOf(hostname, resolve).then(
      (found) => {
        const [first] = found;
        if (all) callback(null, found);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
