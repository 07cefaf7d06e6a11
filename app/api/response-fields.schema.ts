import * as z from "zod";

export const id = z.string().meta({ description: "Opaque" });
export const email = z.string().meta({ format: "email" });
export const instant = z.string().meta({ format: "date-time", description: "UTC" });
export const times = { createdAt: instant, updatedAt: instant };
