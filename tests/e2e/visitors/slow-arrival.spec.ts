import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sampled } from "../../support/data/random";
import { expect, test } from "../../support/site/zoo";

const PAGES = ["/", "/contact", "/tickets", "/tickets/find", "/animals", "/about", "/login"];
/** Long enough for a browser to paint what has come. */
const PAUSE_MS = 40;

test.use({ viewport: { width: 1280, height: 900 } });

for (const path of sampled(PAGES, 2)) {
  test(`nothing moves while ${path} arrives in pieces`, async ({ page, zoo }) => {
    const slow = await slowly(zoo.url);
    await page.goto(slow.url + path);
    await expect(page.getByRole("main")).toBeVisible();
    await slow.close();
  });
}

/** The site behind a network that brings pages section by section. */
async function slowly(site: string) {
  const server = createServer((request, response) => {
    void fetch(site + request.url, { headers: { accept: request.headers.accept ?? "*/*" } }).then(
      async (answer) => {
        const type = answer.headers.get("content-type") ?? "";
        response.writeHead(answer.status, { "content-type": type });
        if (type.startsWith("text/html")) await sendInPieces(response, await answer.text());
        response.end(type.startsWith("text/html") ? "" : Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Cut after each section, form and list. */
async function sendInPieces(response: ServerResponse, html: string) {
  for (const piece of html.split(/(?<=<\/(?:header|section|form|ul|dl|aside)>)/)) {
    response.write(piece);
    await sleep(PAUSE_MS);
  }
}
