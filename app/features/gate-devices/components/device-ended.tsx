import { useEffect, useState } from "react";
import { endAccess, pendingScans } from "~/features/gate/components/gate-storage";
import { clearGateData } from "~/features/gate/components/offline-cache";
import { PageHead } from "~/components/layout/page-head";
import { formatCount } from "~/lib/intl";
import { ACCESS_ENDED, DEVICE_GATE_PATH } from "../gate-device.rules";

/** In place of the gate, on a phone that was never paired or was revoked. */
export function DeviceEnded() {
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    endAccess("revoked", DEVICE_GATE_PATH);
    setWaiting(pendingScans().length);
    void clearGateData(DEVICE_GATE_PATH).catch(() => {}); // the browser may have no storage
  }, []);
  return (
    <>
      <PageHead title={ACCESS_ENDED} />
      <div className="grid max-w-prose gap-3">
        <p>
          Ask an owner or a manager for a new QR code: they find it under Check-in, Gate devices.
          Scan it with this phone&rsquo;s camera.
        </p>
        {waiting > 0 && (
          <p role="status">
            {formatCount(waiting, "scan")} {waiting === 1 ? "waits" : "wait"} on this phone, and{" "}
            {waiting === 1 ? "is" : "are"} sent once it is paired again, or once somebody who may
            check tickets signs in on it and opens Check-in.
          </p>
        )}
      </div>
    </>
  );
}
