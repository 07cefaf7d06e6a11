import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
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
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) && !isPublicAddress(host) ? NOT_PUBLIC : undefined;
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveName: Resolve = (hostname) =>
  new Promise((resolve, reject) =>
    lookup(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );

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
