import type { Page } from "playwright/test";
import type { Role } from "~/features/auth/roles";
import { runsScripts, violationsIn } from "./accessible";
import { expect, type Zoo } from "./zoo";

export const PASSWORD = "correct-horse-9";

type Person = { email: string; password: string };

/** Signing in is slow on purpose, so that each does it once. */
const tokens = new Map<string, Promise<string>>();

/** A line of /api/v1, as the owner unless somebody else is named. Returns the data. */
export async function asStaff(
  zoo: Zoo,
  method: string,
  path: string,
  body?: unknown,
  who: Person = zoo.owner,
) {
  const key = `${zoo.url} ${who.email}`;
  const { email, password } = who;
  if (!tokens.has(key)) {
    const signedIn = ask(zoo, "", "POST", "/admin/login", { email, password });
    tokens.set(
      key,
      signedIn.then(({ accessToken }) => accessToken as string),
    );
  }
  return ask(zoo, (await tokens.get(key))!, method, path, body);
}

async function ask({ url }: Zoo, token: string, method: string, path: string, body?: unknown) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = (await (await fetch(`${url}/api/v1${path}`, init)).json()) as any;
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
}

/** Somebody new of that role. */
export async function newStaff(zoo: Zoo, role: Role, name = "Kabir Singh") {
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@zoo.test`;
  const admin = await asStaff(zoo, "POST", "/admin/register", {
    name,
    email,
    password: PASSWORD,
    role,
  });
  return { id: admin._id as string, name, email, password: PASSWORD };
}

/** Signs the browser in, without the pages that lead there. */
export async function signIn(page: Page, { email, password }: Person) {
  const answer = await page.request.post("/api/v1/admin/login", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** On a phone and on a desk; the dark theme, which changes colours only, on a desk. */
export async function expectAccessible(page: Page) {
  if (!(await runsScripts(page))) return;
  const before = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of width === 390 ? (["light"] as const) : (["light", "dark"] as const)) {
      const found = await violationsIn(page, colorScheme);
      expect(found, `${page.url()} at ${width} in ${colorScheme}`).toEqual([]);
    }
    const overhang = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overhang, `sideways scrolling at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await page.setViewportSize(before);
}
