import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import { broadcastDevReady, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";

type Opened = {
  settings: { port: number; host: string; trustProxy: number; publicUrl?: string };
  lines: string[];
  close(): void;
};
type HttpError = NodeJS.ErrnoException & { status?: number };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Characters of an address, of its path, and the path's segments: more than any of ours has. */
const MOST = { url: 8 * 1024, path: 1024, segments: 16 };

process.env.NODE_ENV ??= "production";
const build = await loadBuild();
const { opened } = build.entry.module as unknown as { opened: Opened };
const { settings, lines } = opened;

const silent = new Set<Socket>(); // connected, and no request yet
let stoppingSince = 0;

const server = createServer({ connectionsCheckingInterval: 2_000 }, site());
server.headersTimeout = 10_000;
server.requestTimeout = 30_000;
server.keepAliveTimeout = 65_000;
server.on("connection", (socket) => {
  silent.add(socket);
  socket.once("close", () => silent.delete(socket));
});
server.on("request", ({ socket }) => silent.delete(socket));
server.on("error", explainAndExit);
server.listen(settings.port, settings.host, announce);

async function loadBuild(): Promise<ServerBuild> {
  try {
    return await import(new URL("../build/index.js", import.meta.url).href);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SettingsError") throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function site() {
  const mode = process.env.NODE_ENV;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", settings.trustProxy);
  app.use(turnAwayUnreadable, compression());
  app.use("/build", files("public/build", { immutable: true, maxAge: "1y", fallthrough: false }));
  app.use(files("public", { maxAge: "1h" }));
  app.use(createRequestHandler({ build, mode, getLoadContext: (req) => ({ clientIp: req.ip }) }));
  app.use(answerError);
  return app;
}

function files(folder: string, options: Parameters<typeof express.static>[1]) {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const setHeaders = (res: Response) => res.set("X-Content-Type-Options", "nosniff");
  return express.static(path, { index: false, redirect: false, setHeaders, ...options });
}

/** What Remix cannot make a Request of, it would answer with a 500. */
function turnAwayUnreadable(req: Request, res: Response, next: NextFunction) {
  // Remix reads a port from this header even where no proxy is trusted.
  if (settings.trustProxy === 0) delete req.headers["x-forwarded-host"];

  if (!METHODS.includes(req.method)) {
    refuse(req, res.set("Allow", METHODS.join(", ")), 405, "Method not allowed");
  } else if (req.url.length > MOST.url || req.path.length > MOST.path) {
    refuse(req, res, 414, "The address is too long");
  } else if (req.path.split("/").length - 1 > MOST.segments) {
    refuse(req, res, 400, "The address is too deep");
  } else if (isForeignForm(req)) {
    refuse(req, res, 403, "Forbidden: the request came from another site");
  } else next();
}

/** The site asks the same of every write by cookie; Remix would answer these with a 500 before that. */
function isForeignForm({ method, path, headers }: Request) {
  const { origin, host } = headers;
  if (method === "GET" || method === "HEAD" || !origin || path.startsWith("/api/")) return false;
  const proxied = String(headers["x-forwarded-host"] ?? "")
    .split(",")[0]
    ?.trim();
  return !URL.canParse(origin) || new URL(origin).host !== (proxied || host);
}

function answerError(error: HttpError, req: Request, res: Response, next: NextFunction) {
  const status = error.status ?? (error.code === "ERR_INVALID_URL" ? 400 : 500);
  if (status < 500 && !res.headersSent) {
    return refuse(req, res, status, status === 404 ? "Not found" : "Bad request");
  }
  const requestId = randomUUID();
  console.error(requestId, error);
  if (res.headersSent) return next(error);
  refuse(req, res.set("X-Request-Id", requestId), 500, "Something went wrong", { requestId });
}

function refuse(req: Request, res: Response, statusCode: number, message: string, more = {}) {
  res.status(statusCode).set("Cache-Control", "no-store");
  if (!req.url.startsWith("/api/v1")) res.type("text").send(message);
  else res.json({ statusCode, success: false, message, data: null, errors: [], ...more });
}

function announce() {
  console.log(`Zoo Verse is open at ${settings.publicUrl ?? `http://localhost:${settings.port}`}`);
  for (const line of lines) console.log(line);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
}

function explainAndExit(error: NodeJS.ErrnoException) {
  const { host, port } = settings;
  // What is told only once, such as the first owner's password, must not be lost with this start.
  for (const line of lines) console.log(line);
  if (error.code !== "EADDRINUSE") console.error(`Cannot listen on ${host}:${port}: ${error.code}`);
  else console.error(`Port ${port} is in use already: stop what uses it, or set PORT to another.`);
  opened.close();
  process.exit(1);
}

function stop() {
  // Ctrl-C comes from the terminal and again from npm, which passes it on: copies, not a second wish.
  if (stoppingSince && Date.now() - stoppingSince > 300) process.exit(1);
  if (stoppingSince) return;

  stoppingSince = Date.now();
  server.close(() => {
    opened.close();
    process.exit(0);
  });
  for (const socket of silent) socket.destroy();
  setInterval(() => server.closeIdleConnections(), 100);
  setTimeout(() => server.closeAllConnections(), 8_000);
}
