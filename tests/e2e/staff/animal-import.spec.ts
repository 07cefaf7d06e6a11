import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const LIST = "/admin/dashboard/animals";
const IMPORT = `${LIST}/import`;

const csv = (...rows: string[]) => `name,description,photo,keeper\n${rows.join("\n")}\n`;
const jpeg = (background: string) =>
  sharp({ create: { width: 700, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();
const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content as Uint8Array),
});

async function upload(page: Page, ...files: ReturnType<typeof file>[]) {
  await page.getByLabel("Files", { exact: true }).setInputFiles(files);
  await page.getByRole("button", { name: "Show preview" }).click();
}

test("a list with errors is corrected, and imported @both", async ({ page, zoo }) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const photo = `hoopoe-${tag}.jpg`;
  const good = csv(`Hoopoe ${tag},Wears a crown of feathers.,${photo},Asha`, `Ibis ${tag},Bill.,,`);
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(IMPORT);
  await expect(page.getByRole("heading", { level: 1, name: "Import Animals" })).toBeVisible();

  await upload(page);
  await expect(page.getByText("Choose a CSV, or a zip with one.").first()).toBeVisible();
  await expectAccessible(page);
  await upload(
    page,
    file("list.csv", csv(`Hoopoe ${tag},,${photo},Asha`, `Ibis ${tag},Bill.,gone.jpg,`)),
    file(photo, await jpeg("#3a7")),
  );
  await expect(page.getByText("2 errors in the file.")).toBeVisible();
  const error = (row: number) =>
    page.getByRole("row").filter({ hasText: new RegExp(`^(Row)?${row}`) });
  await expect(error(2)).toContainText("Description is required.");
  await expect(error(3)).toContainText('There is no file "gone.jpg" in the upload.');
  await expect(page.getByText("A column is not imported: keeper.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await expectAccessible(page);

  await upload(page, file("corrected.csv", good));
  await expect(page.getByRole("row").filter({ hasText: `Hoopoe ${tag}` })).toContainText("New");
  expect((await asStaff(zoo, "GET", `/animal?q=${tag}`)).items).toEqual([]);
  await page.getByRole("button", { name: "Import 2 animals" }).click();
  await expect(page.getByText("2 animals added, 0 changed")).toBeVisible({ timeout: 20_000 });
  const { items } = await asStaff(zoo, "GET", `/animal?q=${tag}`);
  expect(items.map((animal: any) => [animal.name, animal.imageUrl !== ""])).toEqual([
    [`Ibis ${tag}`, false],
    [`Hoopoe ${tag}`, true],
  ]);
  await page.getByRole("button", { name: "Import another file" }).click();
  await expect(page.getByRole("heading", { name: "Choose the files" })).toBeVisible();
});

test("the zip of all animals is exported, and changes nothing when it is imported", async ({
  page,
  zoo,
}) => {
  const tag = crypto.randomUUID().slice(0, 8);
  await asStaff(zoo, "POST", "/animal", { name: `Owl ${tag}`, description: "Hears everything." });
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const path = await (await saved).path();
  const { "animals.csv": sheet } = unzipSync(await readFile(path));
  expect(strFromU8(sheet!)).toContain(`Owl ${tag},,,Hears everything.,`);

  await page.getByRole("link", { name: "Import" }).click();
  await upload(page, file("animals.zip", await readFile(path)));
  await expect(page.getByText("Every animal is already as in the file.")).toBeVisible();
  await expectAccessible(page);
});
