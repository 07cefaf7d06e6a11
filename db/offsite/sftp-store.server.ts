import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename, dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { PART, type OffsiteStore } from "./offsite-store.ts";

/** Nobody is there to answer a question, and a server with another key is not ours. A dead line ends after a minute. */
const OPTIONS = [
  "BatchMode=yes",
  "StrictHostKeyChecking=yes",
  "ConnectTimeout=30",
  "ServerAliveInterval=15",
  "ServerAliveCountMax=4",
].flatMap((option) => ["-o", option]);

/** What ssh needs to find its keys; the site's secrets are not among it. */
const PASSED = ["PATH", "HOME", "USER", "LOGNAME", "SSH_AUTH_SOCK"];

type Place = { account: string; port: string; folder: string; sshConfig: string | undefined };

/** By the system's `sftp`, without a shell; its commands go to its input. */
export function sftpStore({ account, port, folder, sshConfig }: Place): OffsiteStore {
  const config = sshConfig === undefined ? [] : ["-F", resolve(sshConfig)];
  const args = ["-b", "-", ...config, ...OPTIONS, "-P", port, "--", account];
  const there = `cd "${folder}"`;

  async function run(commands: string[], cwd = "/") {
    const env = Object.fromEntries(
      PASSED.map((name) => [name, process.env[name]]),
    ) as NodeJS.ProcessEnv;
    const child = spawn("sftp", args, { cwd, env, stdio: "pipe" });
    const ended = once(child, "close") as Promise<[number | null]>;
    child.stdin.on("error", () => {}); // it ends early where it cannot sign in
    child.stdin.end(`${[there, ...commands].join("\n")}\n`);
    const [[status], output, complaint] = await Promise.all([
      ended.catch((error: Error) =>
        Promise.reject(new Error(`sftp does not run: ${error.message}`)),
      ),
      text(child.stdout),
      text(child.stderr),
    ]);
    if (status !== 0)
      throw new Error(
        `${account}, ${folder}: ${reasonIn(complaint) || `sftp ended with ${status}`}`,
      );
    return output;
  }

  return {
    async list() {
      const lines = (await run(["ls -1a"])).split("\n").map((line) => line.trim());
      return lines.filter((line) => line !== "" && !line.startsWith("sftp>"));
    },
    put: (file, name) =>
      run(
        [`put -f "${basename(file)}" "${name}${PART}"`, `rename "${name}${PART}" "${name}"`],
        dirname(file),
      ).then(() => {}),
    get: (name, file) => run([`get "${name}" "${basename(file)}"`], dirname(file)).then(() => {}),
    remove: (names) => run(names.map((name) => `rm "${name}"`)).then(() => {}),
  };
}

/** The last lines say why, and that the connection was closed. */
function reasonIn(complaint: string) {
  const lines = complaint.split(/[\r\n]+/).map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && !/^(Connection (to .* )?closed|@+$|Warning: )/.test(line))
    .slice(-2)
    .join(" ");
}
