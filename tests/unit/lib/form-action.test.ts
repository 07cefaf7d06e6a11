import { redirect } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DomainError } from "~/lib/errors";
import { formAction } from "~/lib/http/form-action.server";
import { logger } from "~/lib/http/logger.server";

const SORRY = "Something went wrong.";
const FAULT = new Error("a disk of stone");
const typed = { name: "Asha Rao", password: "correct horse 9" };

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => void (log = vi.spyOn(logger, "error").mockReturnValue()));
afterEach(() => void vi.restoreAllMocks());

function posted(init: RequestInit = {}) {
  const body = new URLSearchParams(typed);
  return new Request("http://zoo.test/form", { method: "POST", body, ...init });
}
const thatThrows = (thrown: unknown) => () => Promise.reject(thrown);

describe("an internal error with a message", () => {
  test("returns the form with its values and is logged once", async () => {
    const answer = await formAction(posted(), thatThrows(FAULT), {
      extraData: ({ name }) => ({ greeting: `Hello ${name}` }),
      internalErrorMessage: SORRY,
    });

    expect([answer.status, answer.headers.get("cache-control")]).toEqual([500, "no-store"]);
    expect(await answer.json()).toEqual({
      message: SORRY,
      issues: [],
      isInternalError: true,
      isCompleteMessage: true,
      values: { name: "Asha Rao" },
      greeting: "Hello Asha Rao",
    });
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.lastCall?.[0]).toMatchObject({ err: FAULT, req: { path: "/form" } });
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Asha|correct horse/);
  });

  test("does not include domain errors", async () => {
    const refusal = new DomainError("busy", "Try again", [], 120);

    const answer = await formAction(posted(), thatThrows(refusal), { internalErrorMessage: SORRY });

    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "120"]);
    expect(await answer.json()).toEqual({
      message: "Try again",
      issues: [],
      values: { name: "Asha Rao" },
    });
    expect(log).not.toHaveBeenCalled();
  });

  test.each([
    ["contact.name", "name"],
    ["counts", "counts"],
    ["visitDate", "date"],
    ["0.code", "code"],
  ])("places an issue of %s at the field %s", async (path, name) => {
    const refusal = new DomainError("invalid", "No", [{ path, message: "No" }]);

    const answer = await formAction(posted(), thatThrows(refusal));

    expect(await answer.json()).toMatchObject({ issues: [{ path: name, message: "No" }] });
  });

  test("does not include thrown responses", async () => {
    const elsewhere = redirect("/login");

    const answer = formAction(posted(), thatThrows(elsewhere), { internalErrorMessage: SORRY });

    await expect(answer).rejects.toBe(elsewhere);
    expect(log).not.toHaveBeenCalled();
  });

  test("does not include aborted requests", async () => {
    const browser = new AbortController();
    const pull = (body: ReadableStreamDefaultController) => {
      browser.abort();
      body.error(browser.signal.reason);
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 }); // only when it is read
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const init = { body, headers, signal: browser.signal, duplex: "half" } as RequestInit;

    const answer = formAction(posted(init), thatThrows(FAULT), { internalErrorMessage: SORRY });

    await expect(answer).rejects.toThrow(/abort/i);
    expect(log).not.toHaveBeenCalled();
  });
});

test("without its own message a form shows the default", async () => {
  const answer = await formAction(posted(), thatThrows(FAULT));

  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    message: "Something went wrong on our side. Please try again in a moment.",
    values: { name: "Asha Rao" },
    isInternalError: true,
    isCompleteMessage: false, // "Delete failed: " goes before it
  });
  expect(log).toHaveBeenCalledOnce();
});
