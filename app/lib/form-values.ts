export type FormValues = Record<string, string | undefined>;
