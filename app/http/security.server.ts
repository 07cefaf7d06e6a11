import { createHash } from "node:crypto";

/**
 * What a page of ours may load and do. Nothing from other places but pictures of animals; no inline style;
 * of inline scripts only those that are named here by their hash.
 */
const policy = (scripts: string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self'",
    "img-src 'self' https: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");

/**
 * A page drawn with a nonce, without the nonce, and the policy that fits it. The nonce tells our own inline
 * scripts from any that found a way in; their hashes then name them, so that the same page can be kept and
 * sent again, which a nonce must never be.
 */
export function sealPage(html: string, nonce: string) {
  const marked = new RegExp(`<script nonce="${nonce}"([^>]*)>([^]*?)</script>`, "g");
  const scripts: string[] = [];
  const sealed = html.replace(marked, (_, attributes: string, code: string) => {
    if (code) scripts.push(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    return `<script${attributes}>${code}</script>`;
  });
  return { html: sealed.replaceAll(` nonce="${nonce}"`, ""), policy: policy(scripts) };
}
