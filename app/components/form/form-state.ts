import type { Complaint } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";

/** What an action hands back when the domain refuses. */
export type Refused = {
  message: string;
  complaints: Complaint[];
  values: Fields;
  /** A fault of ours, not a refusal. */
  isFault?: boolean;
  /** The message is complete as it stands, and nothing goes before it. */
  isWhole?: boolean;
  /** Nobody was signed in when it was sent: it was never looked at. */
  isUnsaved?: boolean;
};

/**
 * Gives each field what was typed and what was wrong with it.
 * The schema's path is named where it differs from the form's: `field("name", "contact.name")`.
 */
export function fieldsOf(refused: Refused | undefined, prefill: Fields = {}) {
  const values = refused ? refused.values : prefill;
  return (name: string, schemaPath = name) => ({
    name,
    id: name,
    defaultValue: values[name],
    error: complaintsAt(refused, schemaPath),
  });
}

/** What `fieldsOf` gives: the attributes of a field, by its name. */
export type FieldOf = ReturnType<typeof fieldsOf>;

/** An answer where it is about this form of a screen that has several. */
export const refusedIn = <R extends Refused>(answer: R | undefined, intent: string) =>
  answer?.values.intent === intent ? answer : undefined;

/** All errors at a path of the schema, each once; undefined when there are none. */
export function complaintsAt(refused: Refused | undefined, path: string) {
  const found = refused?.complaints.filter((complaint) => complaint.path === path) ?? [];
  const messages = new Set(found.map(({ message }) => message));
  // Some messages are sentences with a stop of their own.
  return [...messages].join(". ").replaceAll(".. ", ". ") || undefined;
}

/** Why nothing was done, in one line. */
export const reasonOf = ({ message, isWhole }: Refused, prefix: string) =>
  isWhole ? message : prefix + message;
