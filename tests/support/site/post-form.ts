import type { Page } from "playwright/test";
import { untilScriptsRun } from "./zoo";

/** Posts the form as a browser without checks of its own would. */
export async function post(page: Page, fields: Record<string, string>, to = "/tickets#errors") {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  const loaded = page.waitForEvent("load");
  await page.evaluate(
    ([values, action]) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = action;
      for (const [name, value] of Object.entries(values)) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
      }
      document.body.append(form);
      form.submit();
    },
    [fields, to] as const,
  );
  const answer = await answered;
  await loaded;
  await untilScriptsRun(page);
  return answer.status();
}
