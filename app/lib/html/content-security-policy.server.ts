import { hash } from "node:crypto";

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

/** Puts hashes of the inline scripts in place of the nonce, with which the page could not be cached. */
export function applyCsp(html: string, nonce: string) {
  const [start = "", ...rest] = html.split(` nonce="${nonce}"`);
  const hashes = rest.flatMap((part, index) => {
    const before = index === 0 ? start : (rest[index - 1] ?? "");
    return before.endsWith("<script") ? hashOf(part) : [];
  });
  return { html: start + rest.join(""), policy: policy(hashes) };
}

function hashOf(rest: string) {
  const code = rest.slice(rest.indexOf(">") + 1, rest.indexOf("</script>"));
  return code ? [`'sha256-${hash("sha256", code, "base64")}'`] : [];
}
