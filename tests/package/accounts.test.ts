import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oneFile, OWNER } from "../support/site/executable";

let file: ReturnType<typeof oneFile>;
beforeAll(() => {
  file = oneFile();
  zoo = file.zoo;
  expect(
    zoo(["create-owner", OWNER.email, "--name", "Asha Rao"], {}, `${OWNER.password}\n`),
  ).toEqual({
    status: 0,
    said: `${OWNER.email} is an owner and signs in at /login`,
    complained: "",
  });
});
afterAll(() => file.remove());
let zoo: ReturnType<typeof oneFile>["zoo"];

const rowsOf = (sql: string, name = "data/zoo.db") => {
  const database = new Database(file.path(name), { readonly: true });
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};
const signIn = (url: string, password: string) =>
  fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER.email, password }),
  });

test.each([
  ["a taken address", OWNER.email, "long enough", 1, "An admin with this email already exists"],
  ["no address", "nobody", "long enough", 2, "Enter a valid email."],
  ["a short password", "b@zoo.test", "short", 1, "Password must be at least 8 characters."],
  ["no password", "b@zoo.test", "", 1, "No password was given"],
])("no owner comes of %s", (_, email, password, status, complained) => {
  expect(zoo(["create-owner", email], {}, password)).toEqual({ status, said: "", complained });
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
  expect(rowsOf("SELECT actor_name, action FROM audit ORDER BY id")).toEqual([
    { actor_name: "operator", action: "admin.register" },
    { actor_name: "operator", action: "admin.password" },
  ]);
  expect(zoo(["check"]).status).toBe(0);
});

test("where there is no zoo, no password is reset and no wrong address begins one", () => {
  const env = { DATA_DIR: "elsewhere", ZOO_CACHE_DIR: file.path("cache") };
  for (const [words, status, complained] of [
    [["reset-password", OWNER.email], 1, /^There is no database at \S+\/elsewhere\/zoo\.db$/],
    [["reset-password", "nobody"], 2, /^Enter a valid email\.$/],
    [["create-owner", "nobody"], 2, /^Enter a valid email\.$/],
    [["create-owner", "a@zoo.test", "--name", " "], 2, /^Name is required\.$/],
  ] as const) {
    expect(zoo([...words, "--generate"], env)).toEqual({
      status,
      said: "",
      complained: expect.stringMatching(complained),
    });
  }
  expect(zoo(["create-owner", "a@zoo.test"], env, "short").status).toBe(1);
  expect(existsSync(file.path("elsewhere"))).toBe(false);
});

test("nobody's password is reset", () => {
  expect(zoo(["reset-password", "who@zoo.test", "--generate"])).toEqual({
    status: 1,
    said: "",
    complained: "No account uses who@zoo.test",
  });
});

test("whose account is disabled is told with the new password; a name is given where none is typed", () => {
  expect(zoo(["create-owner", "off@zoo.test", "--generate"]).status).toBe(0);
  const database = new Database(file.path("data/zoo.db"));
  database.exec("UPDATE admins SET active = 0 WHERE email = 'off@zoo.test'");
  database.close();

  const { said } = zoo(["reset-password", "off@zoo.test", "--generate"]);
  expect(said?.split("\n").at(-1)).toBe("The account is disabled: an owner has to enable it first");
  expect(rowsOf("SELECT name FROM admins WHERE email = 'off@zoo.test'")).toEqual([
    { name: "Zoo Owner" },
  ]);
});

test("a new password that is too short is refused as one", () => {
  expect(zoo(["reset-password", OWNER.email], {}, "short")).toEqual({
    status: 1,
    said: "",
    complained: "New password must be at least 8 characters.",
  });
});
