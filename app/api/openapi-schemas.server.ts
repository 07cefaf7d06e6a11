import * as z from "zod";
import { Failure } from "./response.schema";

export type Json = { [key: string]: unknown };
export type Shape = Json & { properties?: Record<string, Shape>; required?: string[] };

/** Converts zod schemas to JSON Schema; named schemas go to `components`. */
export function createSchemaRegistry() {
  const components: Record<string, Shape> = {};

  function print(schema: z.ZodType, io: "input" | "output"): Shape {
    const { $schema: _, $defs = {}, ...printed } = z.toJSONSchema(schema, { io });
    Object.assign(components, inComponents($defs));
    return inComponents(printed as Shape);
  }

  const answer = (data: z.ZodType, statusCode: number) =>
    print(
      z.object({
        statusCode: z.literal(statusCode),
        success: z.literal(true),
        message: z.string().min(1),
        data,
      }),
      "output",
    );

  print(z.object({ failure: Failure }), "output");
  return { components, answer, input: (schema: z.ZodType) => print(schema, "input") };
}

export type SchemaPrinter = ReturnType<typeof createSchemaRegistry>;

export const refTo = (kind: "schemas" | "responses" | "headers", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

const inComponents = <T>(printed: T): T =>
  JSON.parse(JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/'));
