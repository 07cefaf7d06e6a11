import { hash } from "node:crypto";

/**
 * JSON that anybody may keep and has to check again: 304 while it is the same. The tag is weak, because the bytes
 * on the way also depend on the compression.
 */
export function revalidated(request: Request, text: string) {
  const tag = `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
  const headers = { ETag: tag, "Cache-Control": "public, no-cache" };
  if (isNamed(tag, request.headers.get("if-none-match"))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, {
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  });
}

/** Compared as weak tags are: by what is between the quotes. */
function isNamed(tag: string, asked: string | null) {
  const tags = asked?.split(",").map((each) => each.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(tag.replace(/^W\//, ""));
}
