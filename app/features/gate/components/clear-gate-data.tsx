import { useEffect } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import { clearGateData } from "./offline-cache";

/** A device on which nobody is signed in keeps no data of the gate. */
export function ClearGateData() {
  const isSignedIn = useRootData().staff !== null;
  useEffect(() => {
    if (!isSignedIn) void clearGateData().catch(() => {}); // a browser without storage has nothing to delete
  }, [isSignedIn]);
  return null;
}
