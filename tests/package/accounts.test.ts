import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oneFile, OWNER } from "../support/site/executable";

let file: ReturnType<typeof oneFile>;
let zoo: ReturnType<typeof oneFile>["zoo"];
beforeAll(() => {
  file = oneFile();
  zoo = file.zoo;
  const words = ["create-owner", OWNER.email, "--name", "Asha Rao"];
  expect(zoo(words, {}, `${OWNER.password}\n`)).toEqual({
    status: 0,
    said: `${OWNER.email} is an owner and signs in at /login`,
    complained: "",
  });
});
afterAll(() => file.remove());

const signIn = (url: string, password: string) =>
  fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER.email, password }),
  });

test.each([
  [["create-owner", OWNER.email], "long enough", 1, "An admin with this email already exists"],
  [["create-owner", "nobody"], "long enough", 2, "Enter a valid email."],
  [["create-owner", "b@zoo.test"], "short", 1, "Password must be at least 8 characters."],
  [["create-owner", "b@zoo.test"], "", 1, "No password was given"],
  [["reset-password", "who@zoo.test"], "long enough", 1, "No account uses who@zoo.test"],
])("%j with the password '%s' is refused", (words, password, status, complained) => {
  expect(zoo(words, {}, password)).toEqual({ status, said: "", complained });
});

test("a reset while the site is open takes the old password and every session away", async () => {
  const site = await file.open();
  const { data } = await (await signIn(site.url, OWNER.password)).json();
  const { status, said } = zoo(["reset-password", OWNER.email, "--generate"]);
  const made = /: (\S+) \(shown only now\)$/.exec(said ?? "")?.[1] ?? "";

  const withSession = await fetch(`${site.url}/api/v1/admin/current-user`, {
    headers: { authorization: `Bearer ${data.accessToken}` },
  });
  const tried = [await signIn(site.url, OWNER.password), await signIn(site.url, made)];
  await site.close();

  expect(status).toBe(0);
  expect(made).toMatch(/^[\w-]{16}$/);
  expect(withSession.status).toBe(401);
  expect(tried.map((answer) => answer.status)).toEqual([401, 200]);
  expect(zoo(["check"]).status).toBe(0);
});

test("where there is no zoo, no password is reset and no mistake begins one", () => {
  const env = { DATA_DIR: "elsewhere", ZOO_CACHE_DIR: file.path("cache") };
  const { complained } = zoo(["reset-password", OWNER.email, "--generate"], env);
  expect(complained).toMatch(/^There is no database at \S+\/elsewhere\/zoo\.db$/);
  expect(zoo(["create-owner", "a@zoo.test", "--name", " "], env).status).toBe(2);
  expect(zoo(["create-owner", "a@zoo.test"], env, "short").status).toBe(1);
  expect(existsSync(file.path("elsewhere"))).toBe(false);
});

test("whose account is disabled is told with the new password", () => {
  expect(zoo(["create-owner", "off@zoo.test", "--generate"]).status).toBe(0);
  const database = new Database(file.path("data/zoo.db"));
  database.exec("UPDATE admins SET active = 0 WHERE email = 'off@zoo.test'");
  database.close();

  const { said } = zoo(["reset-password", "off@zoo.test", "--generate"]);
  expect(said).toMatch(/\nThe account is disabled: an owner has to enable it first$/);
});
