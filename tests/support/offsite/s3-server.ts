import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** A server with one empty bucket. It does not check signatures of version 4. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), "zoo-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "copies", configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      sessionToken: undefined,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
    },
    folder: join(directory, "copies"),
    files: () => readdirSync(join(directory, "copies"), { recursive: true }).map(String),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
