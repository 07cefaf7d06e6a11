import { DomainError } from "./errors";

/** How the messages about concurrent edits begin. */
export const CHANGED_MEANWHILE = "Someone else has changed";

/** Throws `conflict` unless the form's version is current. API clients send none. */
export function assertNotStale(
  noun: string,
  { updatedAt }: { updatedAt: number },
  expectedVersion: number | undefined,
) {
  assertSeen(noun, updatedAt, expectedVersion);
}

/** The same of a version that is no time: a text, or a hash of it. */
export function assertSeen<Version>(noun: string, current: Version, seen: Version | undefined) {
  if (seen === undefined || seen === current) return;
  const message = `${CHANGED_MEANWHILE} this ${noun}. Check it, then save again.`;
  throw new DomainError("conflict", message);
}

/**
 * Of the fields of a form, those that differ from what it showed; so two people who change different fields do not
 * revert each other. Throws `conflict`, at each field that someone else has changed meanwhile, too.
 */
export function editedFields<Fields extends object>(
  sent: Partial<Fields>,
  shown: Partial<Fields>,
  current: Fields,
): Partial<Fields> {
  const names = (Object.keys(sent) as (keyof Fields & string)[]).filter(
    (name) => sent[name] !== shown[name],
  );
  const issues = names
    .filter((name) => current[name] !== shown[name] && current[name] !== sent[name])
    .map((name) => ({
      path: name,
      message: `${CHANGED_MEANWHILE} this to ${describe(current[name])}. Save again to replace it.`,
    }));
  const [first] = issues;
  if (first) throw new DomainError("conflict", first.message, issues);
  return Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<Fields>;
}

const MAX_QUOTED = 60;

function describe(value: unknown) {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = String(value ?? "");
  if (text === "") return "nothing";
  return `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`;
}
