import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { missing, must, released, rootFolder } from "./root.ts";

const QEMU = "qemu-aarch64-static";
const OWN = process.arch === "x64" ? "amd64" : "arm64";

type Config = {
  architecture: string;
  config: { User: string; Env: string[]; Entrypoint: string[]; Volumes: object };
};

describe.each(["amd64", "arm64"])("the image for %s", (arch) => {
  const emulator = arch === OWN ? [] : [QEMU];
  const archive = released(`-${arch}.oci.tar`);
  const why = archive ? missing("tar", "unshare", ...emulator) : "no image was made";
  const title = (text: string) => (why ? `${text} (skipped: ${why})` : text);

  let layout: string;
  let container: ReturnType<typeof rootFolder>;
  let image: Config;
  const json = (path: string) => JSON.parse(readFileSync(join(layout, path), "utf8"));
  const blob = (digest: string) => `blobs/${digest.replace(":", "/")}`;

  beforeAll(() => {
    if (why) return;
    layout = mkdtempSync(join(tmpdir(), "zoo-layout-"));
    container = rootFolder();
    must("tar", "-xf", archive!, "-C", layout);
    const manifest = json(blob(json("index.json").manifests[0].digest));
    image = json(blob(manifest.config.digest));
    for (const { digest } of manifest.layers)
      must("tar", "-xf", join(layout, blob(digest)), "-C", container.folder);
  });
  afterAll(async () => {
    await container?.remove();
    if (layout) rmSync(layout, { recursive: true, force: true });
  });

  test.skipIf(why)(title("is a layout whose blobs have the hashes that are their names"), () => {
    expect(json("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
    const names = readdirSync(join(layout, "blobs/sha256"));
    expect(names.length).toBeGreaterThanOrEqual(3); // manifest, settings and a layer
    for (const name of names)
      expect(must("sha256sum", join(layout, "blobs/sha256", name)).slice(0, 64)).toBe(name);
    expect(image.architecture).toBe(arch);
    expect(Object.keys(image.config.Volumes)).toEqual(["/var/lib/zoo-verse"]);
  });

  test.skipIf(why)(
    title("opens the site as its own user without root's rights, and stops it when told to"),
    async () => {
      const port = await freePort();
      const { User, Env, Entrypoint } = image.config;
      const env = {
        ...(Object.fromEntries(Env.map((each) => each.split(/=(.*)/))) as Record<string, string>),
        ...{ PORT: String(port), DEMO_DATA: "none", OWNER_EMAIL: "asha@zoo.test" },
      };
      for (const name of emulator) container.copy(`/usr/bin/${name}`, name);
      mkdirSync(container.path("proc"), { recursive: true });
      const program = [...emulator.map((name) => `/${name}`), ...Entrypoint];
      const [uid, gid] = User.split(":");
      const user = [`--setuid=${uid}`, `--setgid=${gid}`];
      const site = await container.open(port, program, user, env);

      expect(site.uid()).toBe("10001");
      expect(site.said.text).toContain("The owner signs in at /login as asha@zoo.test");
      expect((await fetch(`${site.url}/tickets`)).status).toBe(200);
      expect(container.run([...program, "health"], env).status).toBe(0);
      expect(await site.close()).toBe(0);
      expect(container.run([...program, "health"], env).status).toBe(1);
      expect(readdirSync(container.path("var/lib/zoo-verse"))).toContain("zoo.db");
    },
  );
});
