import { MAX_SCAN_LENGTH, type OfflineManifest } from "../evaluate-scan";
import { parseTicketCode } from "~/features/tickets/ticket-code";
import { randomKey } from "~/components/form/random-key";
import {
  accessEnded,
  clockOffset,
  dropScans,
  endAccess,
  writeManifest,
  queueScan,
  pendingScans,
  type DeviceScan,
} from "./gate-storage";
import { fetchManifest, sendScans, AccessEndedError, type GateAnswer } from "./gate-api";
import type { Connection, Decision, GateDeviceState, ScanResult } from "./gate-types";
import { gatePlace } from "./gate-place";
import { clearGateData } from "./offline-cache";
import { canEvaluateOffline, evaluateOffline, markOffline } from "./evaluate-offline";

const REFRESH_MS = 2 * 60_000;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** Fits into one form submission even with the longest codes. */
const SYNC_BATCH_SIZE = 25;

/**
 * Sends scans to the server in order. While offline, evaluates them locally and queues them, under the name of who
 * scanned. `scanner`: sealed by the server.
 */
export function openGateDevice(
  scanner: string,
  onChange: (part: Partial<GateDeviceState>) => void,
  onResult: (result: ScanResult) => void,
) {
  let isOpen = true;
  let connection: Connection = "online";
  let isRefreshing = false;
  let displayedKey = "";
  let displayedAt = 0;
  const decidedKeys = new Set<string>();
  let recentScans: [DeviceScan, ScanResult][] = [];
  let retryMs = MIN_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  const runInOrder = (work: () => Promise<void>) => (queue = queue.then(work, work));

  function scan(typed: string, decision: Decision = {}) {
    const { override = false, party = false, people, key = randomKey() } = decision;
    const code = parseTicketCode(typed).slice(0, MAX_SCAN_LENGTH);
    if (!code || decidedKeys.has(key)) return;
    decidedKeys.add(key);
    const scan = {
      key,
      code,
      at: Date.now(),
      offset: clockOffset(),
      override,
      party,
      ...(people !== undefined && { people }),
      asks: true,
      ahead: 0,
    };
    void runInOrder(async () => {
      const result = (await evaluateOnServer(scan)) ?? (await evaluateLocally(scan));
      recentScans.push([scan, result]);
      displayResult(result);
    });
  }

  async function evaluateOnServer(scan: DeviceScan) {
    if (connection !== "online") return null;
    try {
      await flush();
      const answer = await sendScans([scan]);
      const [result] = answer.results;
      displayGate(answer);
      if (result) await markOffline(scan, result);
      return result ?? null;
    } catch (error) {
      handleConnectionLoss(error);
      return null;
    }
  }

  async function evaluateLocally(scan: DeviceScan): Promise<ScanResult> {
    if (accessEnded()) return notJudged(scan);
    const result = await evaluateOffline(scan);
    if (result.admitted === 0) return result;
    queueScan({ ...scan, ahead: result.admitted, by: scanner });
    const waiting = pendingScans().length;
    onChange({ waiting });
    return { ...result, waiting };
  }

  async function flush() {
    for (let scans = nextBatch(); scans.length > 0; scans = nextBatch()) {
      const { results, ...answer } = await sendScans(scans);
      dropScans(scans.map(({ key }) => key));
      displayGate(answer);
      onChange({ waiting: pendingScans().length });
      const displayed = results.find(({ key }) => key === displayedKey);
      if (displayed) onChange({ result: displayed });
      const rejected = results.find(({ verdict }) => verdict !== "in");
      if (rejected) onResult(rejected);
    }
  }

  /** Sends queued scans and fetches the manifest. Success means that the connection is back. */
  async function refresh() {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      // Not in the queue, so that no scan waits for this request.
      if (connection !== "online") await fetchManifest();
      await runInOrder(flush);
      recentScans = [];
      const { list, ...answer } = await fetchManifest();
      await runInOrder(async () => {
        await saveManifest(list);
        await flush(); // scans evaluated offline in the meantime
      });
      connection = "online";
      endAccess(null);
      retryMs = MIN_RETRY_MS;
      displayGate(answer);
      onChange({ connection, clockOffset: clockOffset() });
      scheduleRefresh(REFRESH_MS);
    } catch (error) {
      handleConnectionLoss(error);
    }
    isRefreshing = false;
  }

  /** The manifest may be older than the latest scans. */
  async function saveManifest(list: OfflineManifest) {
    if (!canEvaluateOffline()) return;
    writeManifest(list);
    for (const [scan, result] of recentScans) await markOffline(scan, result);
  }

  function handleConnectionLoss(error?: unknown) {
    if (error instanceof AccessEndedError) {
      endAccess(error.ended);
      void clearGateData(gatePlace()).catch(() => {}); // the browser may have no storage
    }
    connection = accessEnded() ?? "offline";
    onChange({ connection });
    scheduleRefresh(retryMs);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }

  function scheduleRefresh(ms: number) {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void refresh(), ms);
  }

  /** Not one that arrives after a newer one. */
  function displayGate({ gate, now }: GateAnswer) {
    if (now < displayedAt) return;
    displayedAt = now;
    scanner = gate.scanner;
    onChange({ gate });
  }

  function displayResult(result: ScanResult) {
    displayedKey = result.key;
    onChange({ result });
    onResult(result);
  }

  const closing = new AbortController();
  const { signal } = closing;
  window.addEventListener("online", () => void refresh(), { signal });
  window.addEventListener("offline", () => handleConnectionLoss(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || void refresh(), {
    signal,
  });
  onChange({ waiting: pendingScans().length, clockOffset: clockOffset() });
  void refresh();

  function close() {
    isOpen = false;
    clearTimeout(timer);
    closing.abort();
  }
  return { scan, close };
}

const nextBatch = () => pendingScans().slice(0, SYNC_BATCH_SIZE);

const notJudged = ({ key, code, override, people }: DeviceScan): ScanResult => ({
  ...{ key, code, override, people: people ?? null },
  verdict: "ended",
  admitted: 0,
  ticket: null,
});
