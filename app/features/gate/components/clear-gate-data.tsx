import { useEffect } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import { forgetGate } from "./offline-cache";

/** A device on which nobody is signed in keeps no data of the gate. */
export function ForgetGate() {
  const isSignedIn = useRootData().staff !== null;
  useEffect(() => {
    if (!isSignedIn) void forgetGate().catch(() => {}); // a browser without storage has nothing to forget
  }, [isSignedIn]);
  return null;
}
