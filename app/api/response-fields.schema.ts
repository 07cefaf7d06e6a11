import * as z from "zod";

export const id = z.string().meta({ description: "Opaque" });
export const email = z.string().meta({ format: "email" });
export const instant = z.string().meta({ format: "date-time", description: "UTC" });
export const times = { createdAt: instant, updatedAt: instant };

const Pagination = z
  .object({
    total: z.int().min(0),
    page: z.int().min(1),
    limit: z.int().min(1),
    pages: z.int().min(1),
  })
  .meta({ id: "Pagination" });
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), pagination: Pagination });
