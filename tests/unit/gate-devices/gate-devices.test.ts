import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { advanceSequences } from "db/after-restore.server";
import { db, sqlite } from "db/connection.server";
import { migrate } from "db/migrate.server";
import { admins, audit, gateDevices, gateScans, tickets } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import {
  addGateDevice,
  listGateDevices,
  pairingToken,
  renewPairing,
  revokeGateDevice,
} from "~/features/gate-devices/gate-devices.server";
import { MAX_GATE_DEVICES } from "~/features/gate-devices/gate-device.rules";
import {
  deviceOfSecret,
  nameOfPairing,
  noteSeen,
  pairGateDevice,
} from "~/features/gate-devices/pairing.server";
import { recentCheckIns } from "~/features/gate/gate.server";
import { scannerToken } from "~/features/gate/scanners.server";
import { dismissConflict, openConflicts, syncScans } from "~/features/gate/sync-scans.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { aGateDevice } from "../../support/data/gate-devices";

const MINUTE = 60_000;
const NOW = Date.parse("2026-08-05T04:30:00.000Z"); // ten in the morning at the zoo

let owner: Staff;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  owner = asStaff(anAdmin({ name: "Asha Rao", role: "owner" }));
});
afterEach(() => vi.useRealTimers());

const error = (code: string) => expect.objectContaining({ code });
const rowOf = (id: string) => db.select().from(gateDevices).where(eq(gateDevices.id, id)).get()!;
const acts = () =>
  db
    .select()
    .from(audit)
    .all()
    .map(({ actorName, action, target }) => `${actorName}: ${action}, ${target}`);
const aLink = (name = "East gate") => {
  const device = addGateDevice(owner, name);
  return { id: device.id, token: pairingToken(device)! };
};

describe("pairing", () => {
  test("works once, and looking at the link first does not use it up", () => {
    const { id, token } = aLink();
    expect(nameOfPairing(token)).toBe("East gate");
    expect(nameOfPairing(token)).toBe("East gate");

    const { secret } = pairGateDevice(token);

    expect(deviceOfSecret(secret)).toEqual({ id, name: "East gate", isDevice: true });
    expect(nameOfPairing(token)).toBeNull();
    expect(() => pairGateDevice(token)).toThrowError(error("not_found"));
    expect(deviceOfSecret(secret)).not.toBeNull();
    expect(acts().slice(-2)).toEqual([
      "Asha Rao: gate-device.add, gate device East gate",
      "East gate: gate-device.pair, gate device East gate",
    ]);
  });

  test("ends after ten minutes, and with a newer link", () => {
    const { id, token } = aLink();
    const newer = pairingToken(renewPairing(owner, id))!;
    expect(() => pairGateDevice(token)).toThrowError(error("not_found"));
    vi.setSystemTime(NOW + 10 * MINUTE);
    expect(nameOfPairing(newer)).not.toBeNull();
    vi.setSystemTime(NOW + 10 * MINUTE + 1);
    expect(() => pairGateDevice(newer)).toThrowError(error("not_found"));
    expect(pairingToken(rowOf(id))).toBeNull();
  });

  test.each(["", "x", "%00", "A".repeat(26)])("does not work with the link %j", (token) => {
    aLink();
    expect(nameOfPairing(token)).toBeNull();
    expect(() => pairGateDevice(token)).toThrowError(error("not_found"));
  });

  test("of another phone ends the one before it", () => {
    const { id, secret } = aGateDevice();
    const { secret: next } = pairGateDevice(pairingToken(renewPairing(owner, id))!);
    expect([deviceOfSecret(secret), deviceOfSecret(next)?.id]).toEqual([null, id]);
  });

  test("stores neither the link nor the cookie", () => {
    const { token } = aLink("North gate");
    const { secret } = aGateDevice();
    const stored = JSON.stringify(sqlite.prepare("SELECT * FROM gate_devices").all());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(secret);
  });
});

describe("a device", () => {
  test("has a name of its own while it is not revoked", () => {
    const { id } = aLink("East gate");
    expect(() => addGateDevice(owner, "EAST gate")).toThrowError(error("conflict"));
    revokeGateDevice(owner, id);
    expect(addGateDevice(owner, "EAST gate").name).toBe("EAST gate");
  });

  test("is one of at most fifty", () => {
    for (let at = 0; at < MAX_GATE_DEVICES; at += 1) aLink(`Gate ${at}`);
    expect(() => aLink("One more")).toThrowError("revoke one first");
  });

  test("that is revoked is nobody at once, and stays so", () => {
    const { id, secret } = aGateDevice("East gate");
    revokeGateDevice(owner, id);
    expect(deviceOfSecret(secret)).toBeNull();
    expect(acts().at(-1)).toBe("Asha Rao: gate-device.revoke, gate device East gate");

    revokeGateDevice(owner, id);
    expect(acts().filter((act) => act.includes("revoke"))).toHaveLength(1);
    expect(() => renewPairing(owner, id)).toThrowError(error("not_found"));
    expect(() => sqlite.exec("UPDATE gate_devices SET revoked_at = NULL")).toThrow("stays revoked");
    expect(() => sqlite.exec("DELETE FROM gate_devices")).toThrow("never deleted");
    expect(listGateDevices(owner)).toMatchObject({ active: [], revoked: [{ id }] });
  });

  test("that is revoked before its phone came has no link any more", () => {
    const { id, token } = aLink();
    revokeGateDevice(owner, id);
    expect(() => pairGateDevice(token)).toThrowError(error("not_found"));
  });

  test("is seen at most once a minute", () => {
    const { id, actor } = aGateDevice();
    vi.setSystemTime(NOW + MINUTE - 1);
    noteSeen(actor);
    expect(rowOf(id).lastSeenAt).toBe(NOW);
    vi.setSystemTime(NOW + MINUTE);
    noteSeen(actor);
    expect(rowOf(id).lastSeenAt).toBe(NOW + MINUTE);
  });

  test("is managed by owners and managers, by nobody without the gate, and by no device", () => {
    const { id, actor } = aGateDevice();
    const admin = anAdmin({ role: "admin" });
    const editor = asStaff(anAdmin({ role: "editor" }));
    const gateless = { ...asStaff(admin), rights: { gate: false } };
    expect(listGateDevices(asStaff(admin)).active).toHaveLength(1);
    for (const who of [editor, gateless, actor]) {
      expect(() => listGateDevices(who)).toThrowError(error("forbidden"));
      expect(() => addGateDevice(who, "X")).toThrowError(error("forbidden"));
      expect(() => renewPairing(who, id)).toThrowError(error("forbidden"));
      expect(() => revokeGateDevice(who, id)).toThrowError(error("forbidden"));
    }
  });
});

describe("scans", () => {
  let made = 0;
  const aScan = (code: string, changes = {}) => ({
    ...{ key: `a-scan-of-this-test-${(made += 1)}`, code, at: Date.now(), override: false },
    ...{ party: false, ahead: 0, ...changes },
  });
  const aCode = () => {
    const order = anOrder({ visitDate: toLocalDate(), visitSlot: "morning", status: "paid" });
    return codesOf(order.seq)[0]!;
  };
  const useOf = (code: string) => db.select().from(tickets).where(eq(tickets.code, code)).get()!;

  test("carry the name of their device, in the list, the ticket and the log", () => {
    const { id, actor } = aGateDevice("East gate");
    const code = aCode();
    const [result] = syncScans(actor, [aScan(code)]);
    expect(result?.answer).toMatchObject({ verdict: "in", ticket: { usedByName: "East gate" } });
    expect(useOf(code).usedBy).toBe(id);
    expect(recentCheckIns(owner)[0]?.usedByName).toBe("East gate");
    expect(acts().at(-1)).toMatch(/^East gate: ticket\.check-in/);
    const [again] = syncScans(owner, [aScan(code)]);
    expect(again?.answer.ticket?.usedByName).toBe("East gate");
  });

  test("a device reviews no conflicts", () => {
    const { actor } = aGateDevice();
    syncScans(owner, [aScan("ZV", { ahead: 1 })]);
    expect(() => dismissConflict(actor, `a-scan-of-this-test-${made}`)).toThrowError(
      error("forbidden"),
    );
  });

  test("that somebody else sends keep who made them", () => {
    const helper = asStaff(anAdmin({ name: "Kabir Singh", role: "editor" }));
    const code = aCode();
    syncScans(owner, [aScan(code, { ahead: 1, by: scannerToken(helper) })]);
    expect(useOf(code).usedBy).toBe(helper.id);
    expect(db.select().from(gateScans).get()?.adminId).toBe(helper.id);
    expect(acts().slice(-2)[0]).toMatch(/^Kabir Singh: ticket\.check-in/);
    expect(acts().at(-1)).toMatch(/^Asha Rao: gate\.send/);
  });

  test("cannot be put under another's name", () => {
    const helper = anAdmin({ role: "editor" });
    const code = aCode();
    syncScans(owner, [aScan(code, { by: `${helper.id}.${"A".repeat(26)}` })]);
    expect(useOf(code).usedBy).toBe(owner.id);
  });

  test("of a revoked device count if they were made before, else they are for review", () => {
    const { id, actor } = aGateDevice("East gate");
    const by = scannerToken(actor);
    const [early, late] = [aCode(), aCode()];
    vi.setSystemTime(NOW + 5 * MINUTE);
    revokeGateDevice(owner, id);
    vi.setSystemTime(NOW + 10 * MINUTE);

    const answers = syncScans(owner, [
      aScan(early, { at: NOW, ahead: 1, by }),
      aScan(late, { at: NOW + 6 * MINUTE, ahead: 1, by }),
    ]).map(({ answer }) => answer);

    expect(answers).toMatchObject([
      { verdict: "in", admitted: 1 },
      { verdict: "ended", admitted: 0 },
    ]);
    expect([useOf(early).usedBy, useOf(late).usedBy]).toEqual([id, null]);
    expect(openConflicts(owner)).toMatchObject([{ by: "East gate", answer: { verdict: "ended" } }]);
  });

  test.each([
    ["disabled", { active: false }],
    ["without the right", { rights: { gate: false } }],
  ])("of an account that is %s are for review, under its name", (_, change) => {
    const helper = asStaff(anAdmin({ name: "Kabir Singh", role: "editor" }));
    const by = scannerToken(helper);
    db.update(admins).set(change).where(eq(admins.id, helper.id)).run();
    const code = aCode();
    syncScans(owner, [aScan(code, { ahead: 1, by })]);
    expect(useOf(code).usedBy).toBeNull();
    expect(openConflicts(owner)).toMatchObject([{ by: "Kabir Singh", ahead: 1 }]);
  });
});

test("a restored backup pairs no phone, of which some may have been revoked since", () => {
  const file = join(mkdtempSync(join(tmpdir(), "zoo-devices-")), "zoo.sqlite");
  const backup = new Database(file);
  migrate(backup);
  backup.exec(
    "INSERT INTO gate_devices (id, name, created_by, created_at, token_hash) VALUES ('1', 'East', 'x', 0, 't')",
  );

  advanceSequences(file, undefined);

  const row = backup.prepare("SELECT token_hash, revoked_at FROM gate_devices").get();
  expect(row).toEqual({ token_hash: null, revoked_at: null });
  backup.close();
});
