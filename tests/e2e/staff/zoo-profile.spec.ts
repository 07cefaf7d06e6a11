import { appendFile } from "node:fs/promises";
import sharp from "sharp";
import type { Page } from "playwright/test";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { UPI_VPA: "tiger@upi" } });

const PROFILE = "/admin/dashboard/zoo";
const TEXTS = `${PROFILE}/texts`;

const aLogo = async () => ({
  name: "logo.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 600, height: 120, channels: 3, background: "#17603a" } })
    .png()
    .toBuffer(),
});

const profileForm = (page: Page) => page.getByRole("form", { name: "Profile", exact: true });
const logoForm = (page: Page) => page.getByRole("form", { name: "Logo" });
const heroForm = (page: Page) => page.getByRole("form", { name: "Photograph of the home page" });
const save = (page: Page) =>
  profileForm(page).getByRole("button", { name: "Save", exact: true }).click();

test.beforeEach(({ page, zoo }) => signIn(page, zoo.owner));

test("an owner renames the zoo, and gives it a logo @both", async ({ page }) => {
  await page.goto(PROFILE);
  const form = profileForm(page);
  await form.getByLabel("GSTIN").fill("29abc");
  await form.getByLabel("Name *", { exact: true }).fill("Tiger Hill");
  await form.getByLabel("City").fill("Mysuru");
  await save(page);
  await expect(page.getByText(/A GSTIN has 15 characters/).first()).toBeVisible();
  await expect(form.getByLabel("GSTIN")).toHaveValue("29abc");
  await expect(form.getByLabel("City")).toHaveValue("Mysuru");
  await expectAccessible(page);
  await form.getByLabel("GSTIN").fill("29ABCDE1234F1Z5");
  await save(page);
  await expect(page.getByText("Profile saved")).toBeVisible();

  await logoForm(page)
    .getByLabel("Image file")
    .setInputFiles(await aLogo());
  await logoForm(page).getByRole("button", { name: "Save image" }).click();
  await expect(page.getByText("Image saved")).toBeVisible();

  await page.goto("/");
  await expect(page).toHaveTitle("Tiger Hill");
  await expect(page.getByRole("banner").getByRole("img", { name: "Tiger Hill" })).toBeVisible();
});

test("a photograph of more than 5 MB is made smaller, and its words change without it", async ({
  page,
}, testInfo) => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const grained = { width: 1_600, height: 1_200, channels: 3, background: "gray", noise } as const;
  const path = testInfo.outputPath("hero.jpg");
  await sharp({ create: grained }).jpeg({ quality: 100 }).toFile(path);
  await appendFile(path, Buffer.alloc(5 * 1024 * 1024)); // what follows its end no decoder reads
  await page.goto(PROFILE);
  const form = heroForm(page);
  await form.getByLabel("Image file").setInputFiles(path);
  await form.getByLabel("What it shows").fill("Green");
  await expect
    .poll(() =>
      form.getByLabel("Image file").evaluate((field: HTMLInputElement) => field.files?.[0]?.size),
    )
    .toBeLessThan(5 * 1024 * 1024);
  const saveImage = form.getByRole("button", { name: "Save image" });
  await saveImage.click();
  await expect(page.getByText("Image saved")).toBeVisible();

  await page.goto(PROFILE);
  await form.getByLabel("What it shows").fill("A green hill");
  await saveImage.click();
  await expect(page.getByText("Image saved")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("img", { name: "A green hill" })).toBeVisible();

  await page.goto(PROFILE);
  await form.getByRole("button", { name: "Remove image" }).click();
  await expect(page.getByText("Image removed")).toBeVisible();
});

test("texts are previewed, checked and saved @both", async ({ page }) => {
  await page.goto(TEXTS);
  const story = page.getByLabel("Our story");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByLabel("Headline").fill("Come up the hill");
  await story.fill("We are <b>small</b>.");
  await press("Save");
  await expect(page.getByText("HTML is not shown; write it as Markdown").first()).toBeVisible();
  await expect(story).toHaveValue("We are <b>small</b>.");
  await expect(page.getByLabel("Headline")).toHaveValue("Come up the hill");

  await story.fill("We are **small**.\n\n# Since 1950");
  await press("Preview");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { level: 3, name: "Since 1950" })).toBeVisible();
  await expect(story).toHaveValue("We are **small**.\n\n# Since 1950");
  await expectAccessible(page);

  await press("Save");
  await expect(page.getByText("Texts saved")).toBeVisible();
});
