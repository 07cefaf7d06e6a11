import { useEffect, useReducer, useRef, useState } from "react";
import { openDesk } from "./desk";
import { keepPage } from "./keep-page";
import { isMuted, keepMuted } from "./device-store";
import type { Decision, DeskState, Gate, ScanResult } from "./gate-types";
import { wordsOf } from "./scan-words";
import { signal } from "./signal";

const changed = (state: DeskState, part: Partial<DeskState>): DeskState => ({ ...state, ...part });

/** The gate as this device knows it: first from the page, then from each answer, with or without connection. */
export function useDesk(gate: Gate, result: ScanResult | null) {
  const [state, change] = useReducer(changed, { gate, result, connection: "good", waiting: 0 });
  const desk = useRef<ReturnType<typeof openDesk>>();
  const { muted, toggleSound, play } = useSound();

  useEffect(() => change({ gate }), [gate]);
  useEffect(() => void keepPage().catch(() => {}), []); // without it the gate works as long as it is open
  useEffect(() => {
    const opened = openDesk(change, play);
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
