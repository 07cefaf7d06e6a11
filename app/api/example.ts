import type * as z from "zod";
import type { Contract, Endpoint } from "./endpoints";

export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  data: unknown;
};

type With<L extends Endpoint, Part extends "query" | "body"> = L[Part] extends z.ZodType
  ? { [P in Part]: z.input<L[Part]> }
  : unknown;
export type ExampleOf<Key extends keyof Contract> = With<Contract[Key], "body"> &
  With<Contract[Key], "query"> &
  (Key extends `${string}{id}${string}` ? { params: { id: string } } : unknown) & {
    data: z.input<Contract[Key]["data"]>;
  };

export const singleItemPage = <Item>(item: Item, limit = 20) => ({
  items: [item],
  pagination: { total: 1, page: 1, limit, pages: 1 },
});
export const byId = ({ _id }: { _id: string }) => ({ params: { id: _id } });
