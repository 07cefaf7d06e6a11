import { json } from "@remix-run/node";
import { authorize, type Staff } from "~/features/auth/permissions";
import { processImage } from "~/features/images/images.server";
import { DomainError, type FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { FIGURES, imageField, MAX_LINKS, WHY_POINTS, type ZooImage } from "./zoo-profile";
import { saveProfile, saveTexts, saveZooImage, zooProfile } from "./zoo-profile.server";
import { renderedTexts } from "./zoo-texts.server";
import { HeroText, ProfileInput, TextsInput } from "./zoo.schema";

const PROFILE = "/admin/dashboard/zoo";

const nth = (count: number) => Array.from({ length: count }, (_, index) => index);

export async function handleProfileAction(
  staff: Staff,
  form: FormValues,
  image: Buffer | undefined,
) {
  authorize(staff, "zoo.update"); // before an image is decoded
  const { which } = form;
  if (which === "logo" || which === "hero") return handleImage(staff, which, form, image);
  const links = nth(MAX_LINKS).map((index) => form[`link-${index}`] ?? "");
  const profile = namingItems({ "links.(\\d)": "link-$1" }, () =>
    parseInput(ProfileInput, { ...form, links }),
  );
  saveProfile(staff, { ...profile, links: profile.links.filter(Boolean) }, form.seen);
  return redirectWithToast(`${PROFILE}#main`, "Profile saved");
}

async function handleImage(
  staff: Staff,
  which: ZooImage,
  form: FormValues,
  image: Buffer | undefined,
) {
  if (form.intent === `remove-${which}`) {
    saveZooImage(staff, which, null, undefined, form.seen);
    return redirectWithToast(`${PROFILE}#main`, "Image removed");
  }
  const heroAlt = which === "hero" ? parseInput(HeroText, form).heroAlt : undefined;
  if (image) {
    const processed = await withFieldName(which, () => processImage(image));
    saveZooImage(staff, which, processed, heroAlt, form.seen);
  } else if (heroAlt && zooProfile().hero) {
    saveProfile(staff, { heroAlt });
  } else {
    throw imageError(which, "Choose an image first");
  }
  return redirectWithToast(`${PROFILE}#${which}`, "Image saved");
}

export async function handleTextsAction(staff: Staff, form: FormValues) {
  authorize(staff, "zoo.update");
  const why = nth(WHY_POINTS).map((index) => ({
    title: form[`why-${index}-title`] ?? "",
    line: form[`why-${index}-line`] ?? "",
  }));
  const figures = nth(FIGURES).map((index) => ({
    figure: form[`figure-${index}`] ?? "",
    of: form[`figure-${index}-of`] ?? "",
  }));
  const names = {
    "why.(\\d).(title|line)": "why-$1-$2",
    "figures.(\\d).figure": "figure-$1",
    "figures.(\\d).of": "figure-$1-of",
  };
  const texts = namingItems(names, () => parseInput(TextsInput, { ...form, why, figures }));
  if (form.intent === "preview") {
    const unsaved = { message: "", issues: [] as FieldIssue[], values: form };
    return json({ ...unsaved, preview: renderedTexts(texts) });
  }
  saveTexts(
    staff,
    {
      ...texts,
      why: texts.why.filter(({ title }) => title),
      figures: texts.figures.filter(({ figure }) => figure),
    },
    form.seen,
  );
  return redirectWithToast(`${PROFILE}/texts#main`, "Texts saved");
}

const imageError = (which: ZooImage, message: string) =>
  new DomainError("invalid", message, [{ path: imageField(which), message }]);

/** Errors of an image come at the field of the form. */
async function withFieldName<Result>(which: ZooImage, read: () => Promise<Result>) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "busy") throw error;
    throw imageError(which, error.message);
  }
}

/** Errors of list items come at the fields that they were read from. */
function namingItems<Result>(names: Record<string, string>, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const rename = (path: string) =>
      Object.entries(names).reduce(
        (name, [pattern, to]) => name.replace(new RegExp(`^${pattern}$`), to),
        path,
      );
    const issues = error.issues.map(({ path, message }) => ({ path: rename(path), message }));
    throw new DomainError(error.code, error.message, issues);
  }
}
