// The floor under everything: node:http that sends the same 12 KB, whatever is asked.
import { createServer } from "node:http";

const text = "x".repeat(12 * 1024);
createServer((_, res) => {
  res.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  res.end(text);
}).listen(Number(process.env.PORT), "127.0.0.1");
