import type { Tx } from "db/connection.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import {
  deleteOrphanedImages,
  saveImage,
  type ProcessedImage,
} from "~/features/images/images.server";
import { imageUrl } from "~/features/images/image.rules";
import { sha256 } from "~/lib/crypto.server";
import { setValue, storedObject } from "~/lib/key-value-store.server";
import { assertSeen } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { addTaxRate } from "./tax-rates.server";
import {
  DEFAULT_PROFILE,
  NO_TEXTS,
  type ZooImage,
  type ZooProfile,
  type ZooTexts,
} from "./zoo-profile";

export const zooProfile = storedObject<ZooProfile>("zoo_profile", DEFAULT_PROFILE);
export const zooTexts = storedObject<ZooTexts>("zoo_texts", NO_TEXTS);

/** What a form was opened with. Images have forms of their own. */
export function profileVersion() {
  const { logo: _, hero: __, heroAlt: ___, ...fields } = zooProfile();
  return JSON.stringify(fields);
}
export function imageVersion(which: ZooImage) {
  const { logo, hero, heroAlt } = zooProfile();
  return JSON.stringify(which === "logo" ? [logo] : [hero, heroAlt]);
}
export const textsVersion = () => sha256(JSON.stringify(zooTexts()));

/** Effective with the next request. Throws `conflict` when somebody else has changed it since `seen`. */
export function saveProfile(actor: Actor, changes: Partial<ZooProfile>, seen?: string) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    assertSeen("profile", profileVersion(), seen);
    writeProfile(tx, actor, changes);
  });
}

/** `null` takes the uploaded image away. Throws `conflict` when somebody else has changed it since `seen`. */
export function saveZooImage(
  actor: Actor,
  which: ZooImage,
  image: ProcessedImage | null,
  heroAlt = zooProfile().heroAlt,
  seen?: string,
) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    assertSeen("image", imageVersion(which), seen);
    const before = zooProfile()[which];
    if (image) saveImage(tx, image);
    writeProfile(tx, actor, { [which]: image?.id ?? "", ...(which === "hero" && { heroAlt }) });
    if (before && before !== image?.id) deleteOrphanedImages(tx, before);
  });
}

export function saveTexts(actor: Actor, texts: ZooTexts, seen?: string) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    assertSeen("page", textsVersion(), seen);
    const before = zooTexts();
    if (JSON.stringify(before) === JSON.stringify(texts)) return;
    setValue(tx, "zoo_texts", JSON.stringify(texts));
    recordAudit(tx, actor, { action: "zoo.texts", target: "texts", ...differences(before, texts) });
  });
}

function writeProfile(tx: Tx, actor: Actor, changes: Partial<ZooProfile>) {
  const before = zooProfile();
  const after = { ...before, ...changes };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  setValue(tx, "zoo_profile", JSON.stringify(after));
  if (after.taxPercent !== before.taxPercent) addTaxRate(tx, after.taxPercent);
  recordAudit(tx, actor, {
    action: "zoo.profile",
    target: "profile",
    ...differences(before, after),
  });
}

/** The fields that differ. */
function differences<Value extends object>(before: Value, after: Value) {
  const names = (Object.keys(after) as (keyof Value)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (value: Value) => Object.fromEntries(names.map((name) => [name, value[name]]));
  return { before: only(before), after: only(after) };
}

/** What public pages get. */
export function publicZoo() {
  const { logo, hero, taxPercent: _, ...profile } = zooProfile();
  return {
    ...profile,
    logoUrl: logo && imageUrl(logo),
    heroUrl: hero && imageUrl(hero),
  };
}
