import { useEffect, useReducer, useRef, useState } from "react";
import { isMuted, keepMuted } from "./gate-storage";
import { openGateDevice } from "./gate-device";
import type { Decision, GateDeviceState, Gate, ScanResult } from "./gate-types";
import { keepOfflinePage } from "./offline-cache";
import { wordsOf } from "./scan-messages";
import { signal } from "./scan-sound";

const changed = (state: GateDeviceState, part: Partial<GateDeviceState>): GateDeviceState => ({
  ...state,
  ...part,
});

/** The gate as this device knows it: first from the page, then from each answer, with or without connection. */
export function useGateDevice(gate: Gate, result: ScanResult | null) {
  const [state, change] = useReducer(changed, { gate, result, connection: "good", waiting: 0 });
  const desk = useRef<ReturnType<typeof openGateDevice>>();
  const { muted, toggleSound, play } = useSound();

  useEffect(() => change({ gate }), [gate]);
  useEffect(() => void keepOfflinePage().catch(() => {}), []); // without it the gate works as long as it is open
  useEffect(() => {
    const opened = openGateDevice(change, play);
    desk.current = opened;
    return opened.close;
  }, [play]);

  const scan = (typed: string, decision?: Decision) => desk.current?.scan(typed, decision);
  return { ...state, scan, muted, toggleSound };
}

function useSound() {
  const [muted, setMuted] = useState(false);
  useEffect(() => setMuted(isMuted()), []);

  const [play] = useState(() => (result: ScanResult) => signal(wordsOf(result).tone, isMuted()));
  const toggleSound = () => {
    keepMuted(!muted);
    setMuted(!muted);
  };
  return { muted, toggleSound, play };
}
