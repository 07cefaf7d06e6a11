import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureFile } from "~/domain/image/images.server";

/** An uploaded picture. Its name is its content's, so a copy of it is good for ever. */
export function loader({ params: { file = "" } }: LoaderFunctionArgs) {
  const [, id = "", small] = /^(\w+)(-480)?\.webp$/.exec(file) ?? [];
  const picture = pictureFile(id, small !== undefined);
  if (!picture) return new Response("Not found", { status: 404 });
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
