import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port";

const SSHD = "/usr/sbin/sshd";

/** Why no server can be started here; undefined where one can. */
export const noSftp = existsSync(SSHD) ? undefined : `there is no ${SSHD} (Debian: openssh-server)`;

/** OpenSSH, for the user who runs the tests, with keys of its own. */
export async function startSftp() {
  const folder = mkdtempSync(join(tmpdir(), "zoo-sftp-"));
  const path = (name: string) => join(folder, name);
  const port = await freePort();
  for (const name of ["host", "client", "stranger"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)]);
  mkdirSync(path("copies"));
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true }); // sshd drops its rights there
  writeFileSync(
    path("sshd"),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${path("host")}
AuthorizedKeysFile ${path("client.pub")}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
Subsystem sftp internal-sftp
`,
  );
  const known = (key: string) => `[127.0.0.1]:${port} ${readFileSync(path(key), "utf8")}`;
  writeFileSync(path("known"), known("host.pub"));
  writeFileSync(path("others"), known("stranger.pub"));
  const config = (name: string, key: string, hosts: string) => {
    writeFileSync(
      path(name),
      `IdentityFile ${path(key)}\nIdentitiesOnly yes\nUserKnownHostsFile ${path(hosts)}\n`,
    );
    return path(name);
  };
  const child = spawn(SSHD, ["-D", "-e", "-f", path("sshd")], { stdio: "ignore" });
  await accepts(port);
  return {
    folder: path("copies"),
    to: `sftp://${userInfo().username}@127.0.0.1:${port}${path("copies")}`,
    config: config("config", "client", "known"),
    /** Of a client that knows another server by this address. */
    mistaken: config("mistaken", "client", "others"),
    uninvited: config("uninvited", "stranger", "known"),
    async close() {
      child.kill();
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(25);
  }
  throw new Error("sshd does not listen");
}
