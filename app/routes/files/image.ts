import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureAt } from "~/features/images/image.rules";
import { pictureFile } from "~/features/images/images.server";

/** An uploaded picture. Its name is its content's, so a copy of it is good for ever. */
export function loader({ request }: LoaderFunctionArgs) {
  const at = pictureAt(new URL(request.url).pathname);
  const picture = at && pictureFile(at.id, at.isSmall);
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
