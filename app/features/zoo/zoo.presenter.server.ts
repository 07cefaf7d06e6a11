import { authorize, type Staff } from "~/features/auth/permissions";
import { imageUrl } from "~/features/images/image.rules";
import { FIGURES, MAX_LINKS, WHY_POINTS } from "./zoo-profile";
import {
  imageVersion,
  profileVersion,
  textsVersion,
  zooProfile,
  zooTexts,
} from "./zoo-profile.server";

export function profileView(staff: Staff) {
  authorize(staff, "zoo.update");
  const { links, logo, hero, heroAlt, taxPercent, ...fields } = zooProfile();
  const own = Array.from({ length: MAX_LINKS }, (_, nth) => [`link-${nth}`, links[nth] ?? ""]);
  return {
    version: profileVersion(),
    values: {
      ...fields,
      taxPercent: String(taxPercent),
      ...(Object.fromEntries(own) as Record<string, string>),
    },
    images: {
      logo: { url: logo && imageUrl(logo), version: imageVersion("logo") },
      hero: { url: hero && imageUrl(hero), version: imageVersion("hero"), alt: heroAlt },
    },
  };
}

export function textsView(staff: Staff) {
  authorize(staff, "zoo.update");
  const { why, figures, ...fields } = zooTexts();
  const points = Array.from({ length: WHY_POINTS }, (_, nth) => [
    [`why-${nth}-title`, why[nth]?.title ?? ""],
    [`why-${nth}-line`, why[nth]?.line ?? ""],
  ]);
  const numbers = Array.from({ length: FIGURES }, (_, nth) => [
    [`figure-${nth}`, figures[nth]?.figure ?? ""],
    [`figure-${nth}-of`, figures[nth]?.of ?? ""],
  ]);
  const listed = Object.fromEntries([...points, ...numbers].flat()) as Record<string, string>;
  return { version: textsVersion(), values: { ...fields, ...listed } };
}
