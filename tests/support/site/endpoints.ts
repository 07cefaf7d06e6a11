import { readFileSync } from "node:fs";

/** Method and path of each line, read off the page: browser tests run without the application's aliases. */
export function contractLines() {
  const page = readFileSync(new URL("../../../app/api/endpoints.ts", import.meta.url), "utf8");
  return [...page.matchAll(/^ {2}"([A-Z]+) (\/\S*)": {/gm)].map(
    ([, method = "", path = ""]) => [method, path] as const,
  );
}
