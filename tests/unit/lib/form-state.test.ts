import { describe, expect, test } from "vitest";
import { complaintsAt, fieldsOf, reasonOf } from "~/components/form/form-state";

const FULL = "Only 0 places left in this slot";
const ADVICE = "Still room: Afternoon (500 left)";
const refusedFor = (...complaints: [path: string, message: string][]) => ({
  message: complaints[0]?.[1] ?? "No",
  complaints: complaints.map(([path, message]) => ({ path, message })),
  values: { slot: "morning" },
});

describe("what stands at a field", () => {
  test("is all that was wrong there, and nothing from elsewhere", () => {
    const refused = refusedFor(["visitSlot", FULL], ["visitDate", "Over"], ["visitSlot", ADVICE]);

    expect(complaintsAt(refused, "visitSlot")).toBe(`${FULL}. ${ADVICE}`);
    expect(fieldsOf(refused)("slot", "visitSlot").error).toBe(`${FULL}. ${ADVICE}`);
    expect(complaintsAt(refused, "visitDate")).toBe("Over");
  });

  test("is nothing where nothing was wrong", () => {
    expect(complaintsAt(refusedFor(["visitSlot", FULL]), "visitDate")).toBeUndefined();
    expect(complaintsAt(undefined, "visitSlot")).toBeUndefined();
  });

  test("is said once, and with one stop after each sentence", () => {
    const twice = refusedFor(["promoCode", "Not valid"], ["promoCode", "Not valid"]);
    const sentences = refusedFor(["email", "Enter a valid email."], ["email", "Too long."]);

    expect(complaintsAt(twice, "promoCode")).toBe("Not valid");
    expect(complaintsAt(sentences, "email")).toBe("Enter a valid email. Too long.");
  });
});

test("a refusal and a fault are said after the form's own words, and what is whole as it stands", () => {
  const refused = refusedFor(["name", "Name is required."]);

  expect(reasonOf(refused, "Update failed: ")).toBe("Update failed: Name is required.");
  expect(reasonOf({ ...refused, message: "No luck.", isFault: true }, "Delete failed: ")).toBe(
    "Delete failed: No luck.",
  );
  expect(
    reasonOf({ ...refused, message: "Update failed.", isWhole: true }, "Create failed: "),
  ).toBe("Update failed.");
});
