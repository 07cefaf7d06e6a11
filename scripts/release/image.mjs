import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../bootstrap.mjs";
import { ARCHITECTURES } from "./debian.mjs";
import { commitTime } from "./version.mjs";

/** What Node is linked to; nothing else of Debian is in the image, not even a shell. */
const LIBRARIES = "libc6,libgcc-s1,libstdc++6";
const SUITE = "bookworm";

/** The image's own account; the number is in packaging/Containerfile, too. */
const USER = "zoo-verse:x:10001:10001::/var/lib/zoo-verse:/usr/sbin/nologin\n";

/** Why no image can be made on this machine; undefined when it can. */
export function imageProblem() {
  if (process.getuid?.() !== 0) return "only root can make its file system";
  const missing = ["mmdebstrap", "buildah"].filter(
    (tool) => spawnSync(tool, ["--version"]).status !== 0,
  );
  return missing.length > 0 ? `not installed: ${missing.join(", ")}` : undefined;
}

/**
 * Makes an image of an executable, as a tar of an OCI image layout.
 * @param {string} executable path
 * @param {string} version
 * @param {string} arch as Node names it
 * @param {string} out folder
 */
export async function makeImage(executable, version, arch, out) {
  const name = ARCHITECTURES[arch] ?? arch;
  const tag = version.replace("+", "-"); // which a tag must not have
  const archive = join(out, `zoo-verse-${version}-${name}.oci.tar`);
  const work = join(ROOT, `dist/.image-${process.pid}`);
  const context = join(work, "context");
  const root = join(context, name);
  const store = [`--root=${work}/store`, `--runroot=${work}/run`];
  /** @param {string[]} words */
  const buildah = (...words) => tool("buildah", "--storage-driver=vfs", ...store, ...words);
  try {
    mkdirSync(join(context, "empty"), { recursive: true });
    const include = `--include=${LIBRARIES}`;
    await tool("mmdebstrap", "--variant=extract", `--arch=${name}`, include, SUITE, root);
    writeFileSync(join(root, "etc/passwd"), `root:x:0:0::/root:/usr/sbin/nologin\n${USER}`);
    mkdirSync(join(root, "usr/bin"), { recursive: true });
    copyFileSync(executable, join(root, "usr/bin/zoo-verse"));
    copyFileSync(join(ROOT, "packaging/Containerfile"), join(context, "Containerfile"));
    const options = [
      `--platform=linux/${name}`,
      `--timestamp=${commitTime()}`,
      `--tag=zoo-verse:${tag}`,
    ];
    await buildah("bud", "--isolation=chroot", ...options, context);
    rmSync(archive, { force: true });
    await buildah("push", `zoo-verse:${tag}`, `oci-archive:${archive}:zoo-verse:${tag}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Shows the output only of a failure.
 * @param {string} name
 * @param {string[]} args
 */
async function tool(name, ...args) {
  const { status, output } = await run(name, args, { stdio: "pipe" });
  if (status !== 0) throw new Error(`The image could not be made: ${name} says\n${output}`);
}
