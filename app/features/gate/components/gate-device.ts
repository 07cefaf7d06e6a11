import { MAX_SCANNED, type GateList } from "../evaluate-scan";
import { ticketCodeIn } from "~/features/tickets/ticket-code";
import { randomKey } from "~/components/form/random-key";
import { onConnection } from "./connection-events";
import { dropScans, keepList, queueScan, waitingScans, type DeviceScan } from "./gate-storage";
import { fetchList, sendScans, SignedOut } from "./gate-api";
import type { Connection, Decision, GateDeviceState, ScanResult } from "./gate-types";
import { canJudgeOffline, judgeOffline, markOffline } from "./evaluate-offline";

const REFRESH_MS = 2 * 60_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
/** With the longest codes, and in any script, they fit into a form. */
const SENT_AT_ONCE = 25;

/**
 * A device at the gate. Each scan is sent to the server; while it does not answer, the device judges by itself
 * and keeps what it did until it can be sent. One thing is done at a time, in the order of the scans.
 */
export function openGateDevice(
  change: (part: Partial<GateDeviceState>) => void,
  sound: (result: ScanResult) => void,
) {
  let isOpen = true;
  let connection: Connection = "good";
  let isRefreshing = false;
  let shown = "";
  let lately: [DeviceScan, ScanResult][] = [];
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (turn = turn.then(work, work));

  function scan(typed: string, { override = false, party = false }: Decision = {}) {
    const code = ticketCodeIn(typed).slice(0, MAX_SCANNED);
    if (!code) return;
    const made = { key: randomKey(), code, at: Date.now(), override, party, ahead: 0 };
    void inTurn(async () => {
      const result = (await asked(made)) ?? (await judged(made));
      lately.push([made, result]);
      show(result);
    });
  }

  async function asked(made: DeviceScan) {
    if (connection !== "good") return null;
    try {
      await flush();
      const { results, gate } = await sendScans([made]);
      const [result] = results;
      change({ gate });
      if (result) await markOffline(made, result);
      return result ?? null;
    } catch (error) {
      lose(error);
      return null;
    }
  }

  async function judged(made: DeviceScan): Promise<ScanResult> {
    const result = await judgeOffline(made);
    if (result.admitted === 0) return result;
    queueScan({ ...made, ahead: result.admitted });
    const waiting = waitingScans().length;
    change({ waiting });
    return { ...result, waiting };
  }

  async function flush() {
    for (let scans = next(); scans.length > 0; scans = next()) {
      const { results, gate } = await sendScans(scans);
      dropScans(scans.map(({ key }) => key));
      change({ gate, waiting: waitingScans().length });
      const told = results.find(({ key }) => key === shown);
      if (told) change({ result: told });
      const refused = results.find(({ verdict }) => verdict !== "in");
      if (refused) sound(refused);
    }
  }

  /**
   * Sends the waiting scans and fetches the list; returns whether that worked, which means there is a connection.
   */
  async function refresh() {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      // Out of turn, so that no scan waits for a zoo that does not answer.
      if (connection !== "good") await fetchList();
      await inTurn(flush);
      lately = [];
      const { list, gate } = await fetchList();
      await inTurn(async () => {
        await take(list);
        await flush(); // scans judged here in the meantime
      });
      connection = "good";
      retryMs = FIRST_RETRY_MS;
      change({ connection, gate });
      later(REFRESH_MS);
    } catch (error) {
      lose(error);
    }
    isRefreshing = false;
  }

  /** People came in while the list was on its way, and it may not know of them. */
  async function take(list: GateList) {
    if (!canJudgeOffline()) return;
    keepList(list);
    for (const [made, result] of lately) await markOffline(made, result);
  }

  function lose(error?: unknown) {
    connection = error instanceof SignedOut ? "signed-out" : "gone";
    change({ connection });
    later(retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }

  function later(ms: number) {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void refresh(), ms);
  }

  function show(result: ScanResult) {
    shown = result.key;
    change({ result });
    sound(result);
  }

  const unlisten = onConnection(
    () => void refresh(),
    () => lose(),
  );
  change({ waiting: waitingScans().length });
  void refresh();

  function close() {
    isOpen = false;
    clearTimeout(timer);
    unlisten();
  }
  return { scan, close };
}

const next = () => waitingScans().slice(0, SENT_AT_ONCE);
