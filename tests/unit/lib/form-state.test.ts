import { describe, expect, test } from "vitest";
import { errorsAt, createFieldProps, firstMessage } from "~/components/form/form-state";

const FULL = "Only 0 places left in this slot";
const ADVICE = "Still room: Afternoon (500 left)";
const refusedFor = (...issues: [path: string, message: string][]) => ({
  message: issues[0]?.[1] ?? "No",
  issues: issues.map(([path, message]) => ({ path, message })),
  values: { slot: "morning" },
});

describe("what stands at a field", () => {
  test("is all that was wrong there, and nothing from elsewhere", () => {
    const refused = refusedFor(["visitSlot", FULL], ["visitDate", "Over"], ["visitSlot", ADVICE]);

    expect(errorsAt(refused, "visitSlot")).toBe(`${FULL}. ${ADVICE}`);
    expect(createFieldProps(refused)("slot", "visitSlot").error).toBe(`${FULL}. ${ADVICE}`);
    expect(errorsAt(refused, "visitDate")).toBe("Over");
  });

  test("is nothing where nothing was wrong", () => {
    expect(errorsAt(refusedFor(["visitSlot", FULL]), "visitDate")).toBeUndefined();
    expect(errorsAt(undefined, "visitSlot")).toBeUndefined();
  });

  test("is said once, and with one stop after each sentence", () => {
    const twice = refusedFor(["promoCode", "Not valid"], ["promoCode", "Not valid"]);
    const sentences = refusedFor(["email", "Enter a valid email."], ["email", "Too long."]);

    expect(errorsAt(twice, "promoCode")).toBe("Not valid");
    expect(errorsAt(sentences, "email")).toBe("Enter a valid email. Too long.");
  });
});

test("a refusal and a fault are said after the form's own words, and what is whole as it stands", () => {
  const refused = refusedFor(["name", "Name is required."]);

  expect(firstMessage(refused, "Update failed: ")).toBe("Update failed: Name is required.");
  expect(
    firstMessage({ ...refused, message: "No luck.", isInternalError: true }, "Delete failed: "),
  ).toBe("Delete failed: No luck.");
  expect(
    firstMessage(
      { ...refused, message: "Update failed.", isCompleteMessage: true },
      "Create failed: ",
    ),
  ).toBe("Update failed.");
});
