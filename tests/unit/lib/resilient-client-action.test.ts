import { beforeEach, describe, expect, test, vi } from "vitest";
import { clientAction } from "~/components/form/resilient-client-action";
import { stashSubmission } from "~/components/form/use-action-result";

vi.mock("~/components/form/use-action-result", () => ({ stashSubmission: vi.fn() }));

const FORM = "http://zoo.test/admin/dashboard/add/animals";
const SIGN_IN = "/login?redirectTo=%2Fadmin&ended=unsaved";
const typed = { name: "Asha Rao", password: "correct horse 9", newPassword: "another horse 9" };

beforeEach(() => {
  vi.mocked(stashSubmission).mockClear();
  vi.stubGlobal("window", { location: { href: FORM } });
});

/** What a form gets back whose answer is that. */
function answered(serverAction: () => Promise<unknown>, image?: File) {
  const body = new FormData();
  for (const [name, text] of Object.entries(typed)) body.set(name, text);
  if (image) body.set("image", image);
  const request = new Request(FORM, { method: "POST", body });
  return clientAction({ request, params: {}, serverAction } as never);
}

describe("typed values, without passwords, return with", () => {
  test.each([
    ["a lost answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a proxy's answer", () => Promise.reject(new SyntaxError("Unexpected token <"))],
    ["the refusal of a form that was too large to be read", () => Promise.resolve({ values: {} })],
  ])("%s", async (_, serverAction) => {
    expect(await answered(serverAction)).toMatchObject({ values: { name: "Asha Rao" } });
    expect(await answered(serverAction)).not.toHaveProperty("values.password");
    expect(await answered(serverAction)).not.toHaveProperty("values.newPassword");
  });
});

test.each([
  ["no file", undefined, false],
  ["a field in which no file is", new File([], "none"), false],
  ["a file", new File(["x"], "asha.webp"), true],
])("a form with %s is stashed until its user signs in again", async (_, image, hadFile) => {
  const signIn = new Response(null, { status: 302, headers: { location: SIGN_IN } });

  await expect(answered(() => Promise.reject(signIn), image)).rejects.toBe(signIn);

  const url = new URL(SIGN_IN, FORM);
  expect(vi.mocked(stashSubmission).mock.calls).toEqual([[url, { name: "Asha Rao" }, hadFile]]);
});
