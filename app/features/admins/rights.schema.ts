import * as z from "zod";
import { RIGHTS, type RightOverrides } from "~/features/auth/rights";
import { optional, rupees } from "~/lib/text-fields.schema";

const choice = z.enum(["role", "yes", "no"], "Choose one of the three");

/** The rights form: one choice for each right, and the most that may be refunded. */
export const RightsInput = z
  .object({
    rights: z.record(z.enum(RIGHTS), choice),
    refundLimit: optional(rupees()),
  })
  .transform(({ rights, refundLimit }) => ({
    rights: toOverrides(rights),
    refundLimitPaise: refundLimit,
  }));

export type AccountRights = z.output<typeof RightsInput>;

const toOverrides = (choices: Record<string, z.output<typeof choice>>): RightOverrides =>
  Object.fromEntries(
    Object.entries(choices)
      .filter(([, chosen]) => chosen !== "role")
      .map(([right, chosen]) => [right, chosen === "yes"]),
  );
