import { randomBytes } from "node:crypto";
import { appendFile, truncate, writeFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const LIST = "/admin/dashboard/animals";
const ADD = "/admin/dashboard/add/animals";
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

test("an animal is added, found and deleted", async ({ page, zoo }) => {
  const name = unique("Snow leopard");
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(LIST);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByText(/^Showing \d+ of \d+ animals, newest first$/)).toBeVisible();
  for (const column of ["Image", "Name", "Title", "Description"]) {
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
  }

  await page.getByRole("link", { name: "Add Animal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Animal" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Title").fill("Ghost of the mountains");
  await page.getByLabel("Category").fill("Mammals");
  await page
    .getByLabel("Description")
    .fill("Walks on ledges that nobody else dares.\nSleeps up there.");
  await save(page, "Add Animal").click();
  await expect(page.getByText("Animal created")).toBeVisible();
  await expect(page).toHaveURL(/\/animals#animal-\w+$/);

  await page.getByLabel("Search").fill(name.slice(-8));
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\?q=/);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Ghost of the mountains");
  await expect(page.getByText("Showing 1 of 1 animals, newest first")).toBeVisible();

  await row.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this animal?" });
  await expect(dialog).toContainText(name);
  await dialog.getByRole("link", { name: "Keep animal" }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole("link", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete animal" }).click();
  await expect(page.getByText("Animal deleted")).toBeVisible();
  await expect(page.getByText("No animals found.")).toBeVisible();
});

test("a picture is uploaded, shown, and removed for good @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const animal = await anAnimal(zoo, "Otter");
  const jpeg = await noise(600, 400).jpeg().toBuffer();
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${animal._id}/edit`);
  await expect(page.getByRole("button", { name: "Remove Image" })).toHaveCount(0);

  await page.getByLabel("Image file").setInputFiles(aFile("IMG 0001.JPG", jpeg));
  if (javaScriptEnabled !== false) await expect(preview(page)).toHaveAttribute("src", /^blob:/);
  await save(page, "Save Changes").click();
  await expect(page.getByText("Animal updated")).toBeVisible();

  const src = await page
    .getByRole("row")
    .filter({ hasText: animal.name })
    .locator("img")
    .getAttribute("src");
  expect(src).toMatch(/^\/images\/\w+\.webp$/);
  expect((await page.request.get(src!)).status()).toBe(200);

  await page.goto(`${LIST}/${animal._id}/edit`);
  await page.getByLabel("Name").fill("");
  await page.getByLabel("Description").fill("New words that must not be lost.");
  await page.getByRole("button", { name: "Remove Image" }).click();
  await expect(preview(page)).not.toHaveAttribute("src", src!);
  await expect(page.getByText("The picture is removed when you save.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Image" })).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(page.getByLabel("Description")).toHaveValue("New words that must not be lost.");
  expect(await pictureOf(zoo, animal._id)).toBe(src);

  await page.getByLabel("Name").fill(animal.name);
  await save(page, "Save Changes").click();
  await expect(page.getByText("Animal updated")).toBeVisible();
  expect(await pictureOf(zoo, animal._id)).toBe("");
  expect((await page.request.get(src!)).status()).toBe(404);
});

test("a file of more than 5 MB is refused, however large", async ({ page, zoo }, testInfo) => {
  const path = testInfo.outputPath("large.jpg");
  await writeFile(path, Buffer.from([255, 216, 255]));
  await truncate(path, 20 * 1024 * 1024); // which makes it longer
  await signIn(page, zoo.owner);
  await page.goto(ADD);
  await page.getByLabel("Name").fill("Elephant");
  await page.getByLabel("Description").fill("As large as its picture.");
  await page.getByLabel("Image file").setInputFiles(path);
  await save(page, "Add Animal").click();

  await expect(page.getByText(/larger than \d MB/).first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Elephant");
  await expect(page).toHaveURL(/add\/animals/);
});

test("a photograph of 48 megapixels is made smaller before it is sent", async ({
  page,
  zoo,
}, testInfo) => {
  const animal = await anAnimal(zoo, "Elephant");
  // Of one colour, so that it is soon made and read; what follows its end no decoder reads.
  const large = { width: 8_000, height: 6_000, channels: 3, background: "gray" } as const;
  const path = testInfo.outputPath("large.jpg");
  await sharp({ create: large }).greyscale().jpeg().toFile(path);
  await appendFile(path, Buffer.alloc(5 * 1024 * 1024));
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${animal._id}/edit`);

  await page.getByLabel("Image file").setInputFiles(path);
  await expect(preview(page)).toHaveAttribute("src", /^blob:/);
  await save(page, "Save Changes").click();

  await expect(page.getByText("Animal updated")).toBeVisible();
  expect(await pictureOf(zoo, animal._id)).toMatch(/^\/images\/\w+\.webp$/);
});

test("a picture of another site that is gone shows the paw @both", async ({
  page,
  zoo,
  allow,
  javaScriptEnabled,
}) => {
  allow(/gone\.example/);
  await page.route("https://gone.example/**", (route) => route.fulfill({ status: 404 }));
  const animal = await anAnimal(zoo, "Okapi", "https://gone.example/okapi.jpg");

  await page.goto(`/animals/${animal._id}`);
  const picture = page.getByRole("main").locator("img").first();
  if (javaScriptEnabled === false) {
    const shown = await picture.evaluate((image) => getComputedStyle(image, "::after").background);
    expect(shown).toContain("animal-placeholder");
  } else await expect(picture).toHaveAttribute("src", /animal-placeholder/);
  await asStaff(zoo, "DELETE", `/animal/${animal._id}`); // before other tests meet its picture
});

test("the preview follows, and one picture empties the other", async ({ page, zoo }) => {
  const png = await noise(40, 30).png().toBuffer();
  await page.route("https://pictures.example/**", (route) =>
    route.fulfill({ contentType: "image/png", body: png }),
  );
  await signIn(page, zoo.owner);
  await page.goto(ADD);
  const card = page.getByRole("region", { name: "Preview" });

  await page.getByLabel("Name").fill("Lion-tailed macaque");
  await page.getByLabel("Title").fill("Wanderoo");
  await page.getByLabel("Category").fill("Mammals");
  for (const words of ["Lion-tailed macaque", "Wanderoo", "Mammals"]) {
    await expect(card).toContainText(words);
  }
  await page.getByLabel("Description").fill("Twelve char.");
  await expect(page.getByText("At least 10 characters, now 12.")).toBeVisible();

  const [url, file] = [page.getByLabel("Image URL"), page.getByLabel("Image file")];
  await url.fill("https://pictures.example/a.jpg");
  await expect(preview(page)).toHaveAttribute("src", "https://pictures.example/a.jpg");
  await file.setInputFiles(aFile("a.png", png));
  await expect(url).toHaveValue("");
  await expect(preview(page)).toHaveAttribute("src", /^blob:/);
  await url.fill("https://pictures.example/b.jpg");
  await expect(file).toHaveValue("");
  await expect(preview(page)).toHaveAttribute("src", "https://pictures.example/b.jpg");

  await file.setInputFiles(aFile("a.png", Buffer.from("no picture")));
  await expect(page.locator(".field-error")).toHaveText("Could not read the selected file.");
  await expect(page.getByRole("status").filter({ hasText: "Could not read" })).toBeVisible();
  await save(page, "Add Animal").click();
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Could not read the selected file." }).click();
  await expect(file).toBeFocused();

  await page.getByRole("button", { name: "Reset" }).click();
  await expect(summary).toHaveCount(0);
  await expect(page.locator(".field-error")).toHaveCount(0);
  await expect(card).not.toContainText("macaque");
});

test("slow moves and saving say so", async ({ page, zoo }) => {
  const animal = await anAnimal(zoo, "Slow loris");
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  let open = () => {};
  const slowly = async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route(/_data=/, async (route) => {
      await gate;
      await route.continue();
    });
  };
  const goOn = async () => {
    open();
    await page.unrouteAll({ behavior: "wait" });
  };

  await slowly();
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect(page.getByText("Loading animals…")).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
  await goOn();
  await expect(page.getByRole("table")).toBeVisible();

  await slowly();
  await page
    .getByRole("row")
    .filter({ hasText: animal.name })
    .getByRole("link", { name: "Edit" })
    .click();
  await expect(page.getByText("Loading...", { exact: true })).toBeVisible();
  await goOn();
  await expect(page.getByLabel("Name")).toHaveValue(animal.name);

  await slowly();
  await save(page, "Save Changes").click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await goOn();
  await expect(page.getByText("Animal updated")).toBeVisible();

  await page.getByRole("row").filter({ hasText: animal.name }).getByText("Delete").click();
  const sure = page.getByRole("button", { name: "Delete animal" });
  await expect(sure).toBeEnabled();
  await slowly();
  await sure.click();
  await expect(sure).toBeDisabled();
  await expect(sure).toHaveAttribute("aria-busy", "true");
  await goOn();
  await expect(page.getByText("Animal deleted")).toBeVisible();
});

test("what was typed when the session ended comes back to the same person, and to nobody else", async ({
  page,
  zoo,
}) => {
  const name = unique("Sloth bear");
  const [keeper, other] = [await newStaff(zoo, "admin"), await newStaff(zoo, "admin")];
  const notSaved = page.getByText("You were signed out, and this was not saved.");
  await signIn(page, keeper);
  const typeAndSend = async () => {
    await page.goto(LIST);
    await page.getByRole("link", { name: "Add Animal" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Description").fill("Eats ants, and carries its young on its back.");
    await page.context().clearCookies();
    await save(page, "Add Animal").click();
    await expect(page).toHaveURL(/\/login\?.*ended=unsaved/);
  };
  const signInAs = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(new RegExp(ADD));
    await expect(page.getByText("Signed in")).toBeVisible();
  };

  await typeAndSend();
  await signInAs(other);
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(notSaved).toBeHidden();
  await page.goto(ADD); // nor after a reload

  await expect(page.getByLabel("Name")).toHaveValue("");
  await page.context().clearCookies();
  await signIn(page, keeper);
  await typeAndSend();
  await signInAs(keeper);
  await expect(page.getByRole("alert")).toHaveText(/^You were signed out, and this was not saved/);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await save(page, "Add Animal").click();
  await expect(page.getByText("Animal created")).toBeVisible();
  await page.getByRole("link", { name: "Add Animal" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(notSaved).toBeHidden();
});

test("a form that comes back after signing in does not overwrite what was changed meanwhile", async ({
  page,
  zoo,
}) => {
  const name = unique("Gaur");
  const { _id } = await asStaff(zoo, "POST", "/animal", { name, description: "Grazes at dawn." });
  const keeper = await newStaff(zoo, "editor");
  await signIn(page, keeper);
  await page.goto(`${LIST}/${_id}/edit`);
  await page.getByLabel("Title").fill("Wild ox");
  await page.context().clearCookies();
  await save(page, "Save Changes").click();
  await asStaff(zoo, "PATCH", `/animal/${_id}`, { description: "Grazes at dusk as well." });

  await page.getByLabel("Email").fill(keeper.email);
  await page.getByLabel(/^Password/).fill(keeper.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Wild ox");
  await save(page, "Save Changes").click();
  await expect(page.getByText("Animal updated")).toBeVisible();
  const saved = await asStaff(zoo, "GET", `/animal/${_id}`);
  expect(saved).toMatchObject({ title: "Wild ox", description: "Grazes at dusk as well." });
});

test("an animal that somebody deletes while it is edited keeps what was typed", async ({
  page,
  zoo,
}) => {
  const words = { name: unique("Dhole"), description: "Whistles to its pack." };
  const { _id } = await asStaff(zoo, "POST", "/animal", words);
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${_id}/edit?q=dhole`);
  await page.getByLabel("Description").fill("Whistles to its pack, and wags its tail.");
  await asStaff(zoo, "DELETE", `/animal/${_id}`);

  await save(page, "Save Changes").click();
  await expect(page.getByRole("alert")).toHaveText(
    "This animal has been deleted. What you typed is still here, and can be added again.",
  );
  await expect(page.getByLabel("Name")).toHaveValue(words.name);
  await expect(page.getByLabel("Description")).toHaveValue(/wags its tail/);
  await expect(page.getByRole("link", { name: "Back to Animals" })).toHaveAttribute(
    "href",
    `${LIST}?q=dhole`,
  );

  await page.getByLabel("Description").fill("Short");
  await withoutChecks(page);
  await save(page, "Add Animal").click();
  await expect(page.getByRole("alert")).toContainText("at least 10 characters");
  await expect(page.getByLabel("Name")).toHaveValue(words.name);
  await page.getByLabel("Description").fill("Whistles and wags its tail.");
  await save(page, "Add Animal").click();
  await expect(page.getByText("Animal created")).toBeVisible();
  // At its old address, for those who know it.
  const animal = await asStaff(zoo, "GET", `/animal/${_id}`);
  expect(animal.description).toBe("Whistles and wags its tail.");
});

test("every state of these screens is accessible", async ({ page, zoo }) => {
  const animal = await anAnimal(zoo, "Okapi");
  await signIn(page, zoo.owner);
  for (const address of [
    `${LIST}?q=Okapi`,
    `${LIST}?q=${"x".repeat(201)}`,
    `${LIST}?q=Okapi&confirm=delete&id=${animal._id}`,
    `${LIST}/${animal._id}/edit`,
  ]) {
    await page.goto(address);
    await expectAccessible(page);
  }
  await page.goto(ADD);
  await save(page, "Add Animal").click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page);
});

type Animal = { _id: string; name: string };

const anAnimal = (zoo: Zoo, name: string, imageUrl = ""): Promise<Animal> =>
  asStaff(zoo, "POST", "/animal", {
    name: unique(name),
    description: "Somebody worth a visit.",
    imageUrl,
  });

const pictureOf = async (zoo: Zoo, id: string): Promise<string> =>
  (await asStaff(zoo, "GET", `/animal/${id}`)).imageUrl;

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const aFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

const save = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" }).locator("img");

/** So that the server's answer is seen and not the browser's own. */
const withoutChecks = (page: Page) =>
  page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
  });
