import { useEffect } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import { STAFF_GATE_PATH } from "./gate-place";
import { clearGateData } from "./offline-cache";

export function ClearGateData() {
  const isSignedIn = useRootData().staff !== null;
  useEffect(() => {
    if (!isSignedIn) void clearGateData(STAFF_GATE_PATH).catch(() => {}); // the browser may have no storage
  }, [isSignedIn]);
  return null;
}
