import { expect, test } from "vitest";
import { toNetwork } from "~/lib/http/client-network.server";

test.each([
  ["203.0.113.9", "203.0.113.0", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.0", "203.0.113.9"],
  ["2001:db8:1:2::9", "2001:db8:1::", "2001:db8:1:2::"],
  ["2a00::1234", "2a00:0:0::", "2a00:0:0:0::"],
  ["::1", "0:0:0::", "0:0:0:0::"],
  ["203.0.113.9:51234", undefined, undefined],
  ["", undefined, undefined],
])("%s is logged as %s and counted as %s", (address, logged, counted) => {
  expect([toNetwork(address, 3), toNetwork(address, 4)]).toEqual([logged, counted]);
});
