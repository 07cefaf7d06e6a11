/** What a form or an address sends: text by name, without those that are absent. */
export type Fields = Record<string, string | undefined>;
