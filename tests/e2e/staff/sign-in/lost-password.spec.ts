import { expectAccessible, newStaff } from "../../../support/site/staff";
import { test } from "../../../support/site/smtp-server";
import { expect } from "../../../support/site/zoo";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a lost password is replaced by a link that works once", async ({ page, zoo, post }) => {
      const { email } = await newStaff(zoo, "editor", "Meera Nair");
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText("an email with a link is on its way")).toBeVisible();
      await expectAccessible(page);

      const { text = "" } = await post.mailTo(email, /^Choose another password/);
      const link = /https?:\/\/\S+\/login\/reset\/\S+/.exec(text)![0];
      await page.goto(link);
      await page.getByLabel("New password", { exact: false }).first().fill("my-new-horse");
      await page.getByLabel("Confirm new password").fill("another horse");
      await page.getByRole("button", { name: "Save password" }).click();
      await expect(page.getByRole("alert")).toContainText("New passwords do not match");
      await page.getByLabel("New password", { exact: false }).first().fill("my-new-horse");
      await page.getByLabel("Confirm new password").fill("my-new-horse");
      await page.getByRole("button", { name: "Save password" }).click();

      await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
      await page.goto(link);
      await expect(page.getByText("This link has ended or was used")).toBeVisible();
      await page.getByRole("link", { name: "Ask for another link" }).click();
      await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
    });
  });
}
