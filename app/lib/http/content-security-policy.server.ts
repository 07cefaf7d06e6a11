import { hash } from "node:crypto";

/**
 * What a page of ours may load and do. Nothing from elsewhere but pictures of animals; no inline style; of inline
 * scripts only those named here by their hash.
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
 * A page drawn with a nonce, returned without it, and the policy that fits it. The nonce tells our own inline
 * scripts from injected ones; their hashes then name them, so that the same page can be kept and sent again,
 * which a nonce must never be.
 */
export function sealPage(html: string, nonce: string) {
  const [start = "", ...rest] = html.split(` nonce="${nonce}"`);
  const hashes = rest.flatMap((part, at) => {
    const opened = at === 0 ? start : (rest[at - 1] ?? "");
    return opened.endsWith("<script") ? hashOf(part) : [];
  });
  return { html: start + rest.join(""), policy: policy(hashes) };
}

/** The hash of the script whose tag continues here; none when it comes from a file. */
function hashOf(rest: string) {
  const code = rest.slice(rest.indexOf(">") + 1, rest.indexOf("</script>"));
  return code ? [`'sha256-${hash("sha256", code, "base64")}'`] : [];
}
