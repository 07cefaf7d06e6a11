import { SMTPServer } from "smtp-server";

/**
 * A mail server in its own process: it reports to its parent what it receives, and is told whom to refuse and how
 * long to wait.
 */
type Order = { refuse?: string[]; slowMs?: number };

let refused: string[] = [];
let pauseMs = 0;
process.on("message", ({ refuse = refused, slowMs = pauseMs }: Order) => {
  [refused, pauseMs] = [refuse, slowMs];
});

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _, callback) {
    if (!refused.includes(address)) return callback();
    callback(Object.assign(new Error("No such user here"), { responseCode: 550 }));
  },
  onData(stream, { envelope }, callback) {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      const to = envelope.rcptTo.map(({ address }) => address);
      process.send?.({ to, raw: Buffer.concat(parts).toString("latin1") });
      setTimeout(callback, pauseMs);
    });
  },
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("open"));
