export type EmailContent = {
  subject: string;
  heading: string;
  parts: Part[];
};

export type Part =
  | { text: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { button: Link }
  | { links: readonly (Link & { note?: string })[] }
  | { aside: string };

type Link = { label: string; href: string };
