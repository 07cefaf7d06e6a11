/** Where off-site copies go, as BACKUP_TO says. */
export type Destination =
  | { kind: "s3"; bucket: string; prefix: string }
  | { kind: "sftp"; account: string; port: string; folder: string }
  | { kind: "folder"; folder: string };

const S3 = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*))?$/;

/** No sign that the `sftp` program would take for a pattern, a quote or an option. */
const SFTP =
  /^sftp:\/\/((?:[\w.]+@)?(?:[a-zA-Z\d][\w.-]*|\[[\da-fA-F:.]+\]))(?::(\d{1,5}))?(\/[\w./~@+ -]*)$/;
const FOLDER = /^\/[^\0\r\n]*$/;

/** Null where the text is none. A path of SFTP that begins with `/~/` is relative to the account's home. */
export function parseDestination(text: string): Destination | null {
  return (
    parseS3(text) ??
    parseSftp(text) ??
    (FOLDER.test(text) ? { kind: "folder", folder: text } : null)
  );
}

function parseS3(text: string): Destination | null {
  const [, bucket, path = ""] = S3.exec(text) ?? [];
  const steps = path.split("/").filter(Boolean);
  if (bucket === undefined || steps.some((step) => /^\.+$/.test(step))) return null;
  return { kind: "s3", bucket, prefix: steps.join("/") };
}

function parseSftp(text: string): Destination | null {
  const [, account, port = "22", path = ""] = SFTP.exec(text) ?? [];
  if (account === undefined) return null;
  return { kind: "sftp", account, port, folder: path.replace(/^\/~(\/|$)/, "./") };
}
