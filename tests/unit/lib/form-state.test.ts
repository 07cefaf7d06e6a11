import { describe, expect, test } from "vitest";
import { errorsAt, fieldState, firstMessage } from "~/components/form/form-state";

const FULL = "Only 0 places left in this slot";
const ADVICE = "Still room: Afternoon (500 left)";
const refusedFor = (...issues: [path: string, message: string][]) => ({
  message: issues[0]?.[1] ?? "No",
  issues: issues.map(([path, message]) => ({ path, message })),
  values: { slot: "morning" },
});

describe("the errors of a field", () => {
  test("are all of that field and no others", () => {
    const refused = refusedFor(["slot", FULL], ["date", "Over"], ["slot", ADVICE]);

    expect(errorsAt(refused, "slot")).toBe(`${FULL}. ${ADVICE}`);
    const form = { formError: refused, values: refused.values, fixed: [] };
    expect(fieldState(form, "slot")).toEqual({
      defaultValue: "morning",
      error: `${FULL}. ${ADVICE}`,
      isFixed: false,
    });
    expect(errorsAt(refused, "date")).toBe("Over");
  });

  test("are empty without errors", () => {
    expect(errorsAt(refusedFor(["slot", FULL]), "date")).toBeUndefined();
    expect(errorsAt(undefined, "slot")).toBeUndefined();
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
