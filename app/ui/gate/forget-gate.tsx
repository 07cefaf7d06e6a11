import { useEffect } from "react";
import { usePage } from "../base/use-page";
import { forgetGate } from "./offline-page";

/** A device on which nobody is signed in keeps no data of the gate. */
export function ForgetGate() {
  const isSignedIn = usePage().staff !== null;
  useEffect(() => {
    if (!isSignedIn) void forgetGate().catch(() => {}); // a browser without storage has nothing to forget
  }, [isSignedIn]);
  return null;
}
