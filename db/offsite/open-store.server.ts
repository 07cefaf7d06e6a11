import { parseDestination } from "./destination.ts";
import { folderStore } from "./folder-store.server.ts";
import type { OffsiteStore } from "./offsite-store.ts";
import { s3Store, type S3Settings } from "./s3-store.server.ts";
import { sftpStore } from "./sftp-store.server.ts";

export type StoreSettings = {
  /** A valid BACKUP_TO. */
  to: string;
  sshConfig: string | undefined;
  s3: S3Settings | undefined;
};

/** Contacts nothing yet. */
export function openStore({ to, sshConfig, s3 }: StoreSettings): OffsiteStore {
  const destination = parseDestination(to);
  if (destination?.kind === "folder") return folderStore(destination.folder);
  if (destination?.kind === "sftp") return sftpStore({ ...destination, sshConfig });
  if (destination && s3) return s3Store({ ...destination, ...s3 });
  throw new Error(`${to} is no place for off-site copies`);
}
