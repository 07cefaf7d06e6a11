import { describe, expect, test } from "vitest";
import { errorsAt, createFieldProps, firstMessage } from "~/components/form/form-state";

const FULL = "Only 0 places left in this slot";
const ADVICE = "Still room: Afternoon (500 left)";
const refusedFor = (...issues: [path: string, message: string][]) => ({
  message: issues[0]?.[1] ?? "No",
  issues: issues.map(([path, message]) => ({ path, message })),
  values: { slot: "morning" },
});

describe("the errors of a field", () => {
  test("are all of that field and no others", () => {
    const refused = refusedFor(["visitSlot", FULL], ["visitDate", "Over"], ["visitSlot", ADVICE]);

    expect(errorsAt(refused, "visitSlot")).toBe(`${FULL}. ${ADVICE}`);
    expect(createFieldProps(refused)("slot", "visitSlot").error).toBe(`${FULL}. ${ADVICE}`);
    expect(errorsAt(refused, "visitDate")).toBe("Over");
  });

  test("are empty without errors", () => {
    expect(errorsAt(refusedFor(["visitSlot", FULL]), "visitDate")).toBeUndefined();
    expect(errorsAt(undefined, "visitSlot")).toBeUndefined();
  });

  test("are deduplicated and punctuated", () => {
    const twice = refusedFor(["promoCode", "Not valid"], ["promoCode", "Not valid"]);
    const sentences = refusedFor(["email", "Enter a valid email."], ["email", "Too long."]);

    expect(errorsAt(twice, "promoCode")).toBe("Not valid");
    expect(errorsAt(sentences, "email")).toBe("Enter a valid email. Too long.");
  });
});

test("errors follow the form's prefix; complete messages do not", () => {
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
