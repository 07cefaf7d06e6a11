import type { gateView, scanView } from "../gate.presenter.server";
import type { ScanVerdict } from "../scan-verdicts";

export type Gate = ReturnType<typeof gateView>;
export type Conflict = Gate["conflicts"][number];

export type ScanResult = Omit<ReturnType<typeof scanView>, "verdict"> & {
  /** Offline only: `unlisted` when the manifest lacks the ticket, `unchecked` when there is no manifest. */
  verdict: ScanVerdict | "unlisted" | "unchecked";
  waiting?: number;
};

export type Decision = {
  override?: boolean;
  party?: boolean;
  /** How many of a party come in. */
  people?: number;
  /** Makes a second press of the same button count once. */
  key?: string;
};

export type Decide = (code: string, decision: Decision) => void;

const ENDED = ["signed-out", "not-allowed", "no-factor", "revoked"] as const;
/** Why this page judges no more: a session or a right that ended, a second factor that is now required, or a gate device that was revoked. */
export type Ended = (typeof ENDED)[number];
export const isEnded = (value: unknown): value is Ended => ENDED.some((each) => each === value);

export type Connection = "online" | "offline" | Ended;

export type GateDeviceState = {
  gate: Gate;
  result: ScanResult | null;
  connection: Connection;
  waiting: number;
  /** Milliseconds that the device's clock is behind. */
  clockOffset: number;
};
