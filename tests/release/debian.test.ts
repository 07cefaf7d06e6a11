import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildVersion, debianVersion } from "../../scripts/release/version.mjs";
import { freePort } from "../support/free-port.ts";
import { missing, must, released, rootFolder } from "./root.ts";

const why = missing("dpkg-deb", "mmdebstrap", "unshare");
const VERSION = buildVersion();
const NEWER = "99.0.0";

describe.skipIf(why)(
  `the Debian package in a clean Debian${why ? ` (skipped: ${why})` : ""}`,
  () => {
    let debian: ReturnType<typeof rootFolder>;
    let port: number;
    const zoo = (...words: string[]) => debian.run(["zoo-verse", ...words]);
    const said = (...words: string[]) => debian.run(words).said;
    const install = (file: string) => debian.run(["dpkg", "--force-confold", "--install", file]);
    const open = () => debian.open(port, ["zoo-verse"]);
    const settings = () => readFileSync(debian.path("etc/zoo-verse.env"), "utf8");

    beforeAll(async () => {
      debian = rootFolder();
      port = await freePort();
      const include = "--include=adduser,libc6,libgcc-s1,libstdc++6,util-linux";
      must("mmdebstrap", "--quiet", "--variant=essential", include, "bookworm", debian.folder);
      debian.copy(released("_amd64.deb")!, "zoo.deb");
      makeNewer(debian.path("zoo.deb"), debian.path("newer.deb"));
    });
    afterAll(() => debian.remove());

    test("is installed with its own user, a private folder and settings that root alone reads", () => {
      const installed = install("/zoo.deb");
      expect(installed.said).toContain("Set PUBLIC_URL and OWNER_EMAIL in /etc/zoo-verse.env");
      expect(installed.status).toBe(0);
      expect(said("stat", "-c", "%U %a", "/var/lib/zoo-verse")).toBe("zoo-verse 700");
      expect(said("stat", "-c", "%U %a", "/etc/zoo-verse.env")).toBe("root 600");
      expect(zoo("--version").said).toContain(`zoo-verse ${VERSION} (build `);
      const elsewhere = { DATA_DIR: "/tmp/drill" };
      expect(zoo("--help").said).toMatch(/folder: \/var\/lib\/zoo-verse$/);
      expect(debian.run(["zoo-verse", "--help"], elsewhere).said).toMatch(/folder: \/tmp\/drill$/);
    });

    test("starts with the settings, as its user, and the commands use the same", async () => {
      const own = `PORT=${port}\nOWNER_EMAIL="asha@zoo.test"\nOWNER_NAME=Asha Rao\n`;
      writeFileSync(debian.path("etc/zoo-verse.env"), settings() + own);
      const site = await open();
      expect(site.said.text).toContain("The owner signs in at /login as asha@zoo.test");
      expect(site.said.text).toContain(`Version ${VERSION} (build `);
      expect(site.uid()).toBe(said("id", "-u", "zoo-verse"));
      expect(zoo("health")).toEqual({ status: 0, said: "The site is open and takes bookings" });
      expect(await site.close()).toBe(0);
      expect(zoo("health").status).toBe(1);
      expect(zoo("check").said).toBe("/var/lib/zoo-verse/zoo.db is sound");
      expect(said("stat", "-c", "%U %a", "/var/lib/zoo-verse/zoo.db")).toBe("zoo-verse 600");
    });

    test.each([
      ["upgraded", "/newer.deb", NEWER],
      ["rolled back", "/zoo.deb", debianVersion(VERSION)],
    ])("is %s, and opens the same zoo with the same settings", async (_, file, version) => {
      const before = settings();
      expect(install(file).status).toBe(0);
      expect(said("dpkg-query", "-f", "${Version}", "-W", "zoo-verse")).toBe(version);
      expect(settings()).toBe(before);
      const site = await open();
      expect(site.said.text).toContain("Staff sign in at /login");
      expect(await site.close()).toBe(0);
    });

    test("is purged without the data, and says where that is", () => {
      const purged = debian.run(["dpkg", "--purge", "zoo-verse"]);
      expect(purged.status).toBe(0);
      expect(purged.said).toContain("The zoo's data stays in /var/lib/zoo-verse");
      expect(statSync(debian.path("var/lib/zoo-verse/zoo.db")).size).toBeGreaterThan(0);
      for (const gone of ["etc/zoo-verse.env", "usr/lib/zoo-verse", "var/cache/zoo-verse"])
        expect(existsSync(debian.path(gone)), gone).toBe(false);

      expect(install("/zoo.deb").status, "installed again, it finds its zoo").toBe(0);
      expect(zoo("check").status).toBe(0);
    });
  },
);

const cannotRead = missing("dpkg-deb");

test.skipIf(cannotRead)(
  `the arm64 package has the arm64 executable${cannotRead ? ` (skipped: ${cannotRead})` : ""}`,
  () => {
    const file = released("_arm64.deb")!;
    const program = `dpkg-deb --fsys-tarfile '${file}' | tar -xO ./usr/lib/zoo-verse/zoo-verse`;
    expect(must("dpkg-deb", "--field", file, "Architecture")).toBe("arm64");
    expect(must("sh", "-c", `${program} | sha256sum`).slice(0, 64)).toBe(
      must("sha256sum", released("-linux-arm64")!).slice(0, 64),
    );
  },
);

const notLinted = missing("lintian");

test.skipIf(notLinted)(
  `the package has no fault that lintian knows${notLinted ? ` (skipped: ${notLinted})` : ""}`,
  () => {
    expect(
      must("lintian", "--allow-root", "--fail-on", "error,warning", released("_amd64.deb")!),
    ).toBe("");
  },
);

/** The same package with a later version, not compressed. */
function makeNewer(from: string, to: string) {
  const folder = `${to}.folder`;
  must("dpkg-deb", "--raw-extract", from, folder);
  must("sed", "-i", `s/^Version: .*/Version: ${NEWER}/`, `${folder}/DEBIAN/control`);
  must("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder, to);
  must("rm", "-r", folder);
}
