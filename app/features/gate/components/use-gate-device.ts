import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { isMuted, saveMuted } from "./gate-storage";
import { openGateDevice } from "./gate-device";
import type { Decision, GateDeviceState, Gate, ScanResult } from "./gate-types";
import { cacheOfflinePage } from "./offline-cache";
import { scanMessage } from "./scan-messages";
import { playScanSound } from "./scan-sound";

const mergeState = (state: GateDeviceState, part: Partial<GateDeviceState>) => ({
  ...state,
  ...part,
});

export function useGateDevice(gate: Gate, result: ScanResult | null) {
  const initial: GateDeviceState = {
    gate,
    result,
    connection: "online",
    waiting: 0,
    clockOffset: 0,
  };
  const [state, update] = useReducer(mergeState, initial);
  const device = useRef<ReturnType<typeof openGateDevice>>();
  const scanner = useRef(gate.scanner);
  const { muted, toggleSound, play } = useSound();

  useEffect(() => update({ gate }), [gate]);
  useEffect(() => void cacheOfflinePage().catch(() => {}), []); // optional: only reloading needs it
  // A press may come when the page is ready to the eye, and before its effects have run.
  const open = useCallback(
    () => (device.current ??= openGateDevice(scanner.current, update, play)),
    [play],
  );
  useEffect(() => {
    const opened = open();
    return () => {
      device.current = undefined;
      opened.close();
    };
  }, [open]);

  const scan = (typed: string, decision?: Decision) => open().scan(typed, decision);
  return { ...state, scan, muted, toggleSound };
}

function useSound() {
  const [muted, setMuted] = useState(false);
  useEffect(() => setMuted(isMuted()), []);

  const [play] = useState(
    () => (result: ScanResult) => playScanSound(scanMessage(result).tone, isMuted()),
  );
  const toggleSound = () => {
    saveMuted(!muted);
    setMuted(!muted);
  };
  return { muted, toggleSound, play };
}
