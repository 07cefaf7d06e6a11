import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseImageUrl } from "~/features/images/image.rules";
import { findImageFile } from "~/features/images/images.server";

export function loader({ request }: LoaderFunctionArgs) {
  const key = parseImageUrl(new URL(request.url).pathname);
  const image = key && findImageFile(key.id, key.width);
  if (!image) return new Response("Not found", { status: 404 });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
