import type { ZooProfile } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

const manifest = ({ name, shortName, city }: ZooProfile) => ({
  id: "/",
  name,
  short_name: shortName,
  description: `Meet the animals and book timed tickets to ${name} in ${city}.`,
  lang: "en-IN",
  start_url: "/",
  scope: "/",
  // Shows the URL, because an order's page can only be found again by its link.
  display: "minimal-ui",
  theme_color: "#0f3d2a",
  background_color: "#f6f8f1",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ],
});

export const loader = () =>
  new Response(JSON.stringify(manifest(zooProfile())), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
