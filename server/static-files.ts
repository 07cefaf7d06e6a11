import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";

const PUBLIC = fileURLToPath(new URL("../public", import.meta.url));

/** Serves public/ with its precompressed copies. Files with a hash in their address are immutable. */
export function serveStaticFiles(): RequestHandler {
  return expressStaticGzip(PUBLIC, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic: {
      redirect: false,
      cacheControl: false,
      setHeaders(res, path) {
        const isHashed = path.startsWith(join(PUBLIC, "build")) || res.req.url?.includes("?v=");
        const lifetime = isHashed ? "31536000, immutable" : "3600";
        res.setHeader("cache-control", `public, max-age=${lifetime}`);
        // A service worker is bound by the policy of its own file, and must fetch.
        if (path.includes("-worker.js"))
          res.setHeader("content-security-policy", "default-src 'none'; connect-src 'self'");
      },
    },
  });
}
