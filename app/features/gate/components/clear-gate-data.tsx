import { useEffect } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import { clearGateData } from "./offline-cache";

export function ClearGateData() {
  const isSignedIn = useRootData().staff !== null;
  useEffect(() => {
    if (!isSignedIn) void clearGateData().catch(() => {}); // the browser may have no storage
  }, [isSignedIn]);
  return null;
}
