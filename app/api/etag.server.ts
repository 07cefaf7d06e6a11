import { hash } from "node:crypto";

/** A cacheable JSON response with an ETag: 304 while unchanged. The tag is weak because of compression. */
export function withEtag(request: Request, text: string) {
  const tag = `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
  const headers = { ETag: tag, "Cache-Control": "public, no-cache" };
  if (matchesEtag(tag, request.headers.get("if-none-match"))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, {
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  });
}

function matchesEtag(tag: string, ifNoneMatch: string | null) {
  const tags = ifNoneMatch?.split(",").map((each) => each.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(tag.replace(/^W\//, ""));
}
