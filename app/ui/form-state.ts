/** What an action hands back when the domain refuses. */
export type Refused = {
  message: string;
  complaints: { path: string; message: string }[];
  values: Values;
  /** It was not the domain that refused; the message is then complete as it stands. */
  isFault?: boolean;
};

type Values = Record<string, string | undefined>;

/**
 * Gives each field what was typed and what was wrong with it.
 * The schema's path is named where it differs from the form's: `field("name", "contact.name")`.
 */
export function fieldsOf(refused: Refused | undefined, prefill: Values = {}) {
  const values = refused ? refused.values : prefill;
  return (name: string, schemaPath = name) => ({
    name,
    id: name,
    defaultValue: values[name],
    error: refused?.complaints.find(({ path }) => path === schemaPath)?.message,
  });
}
