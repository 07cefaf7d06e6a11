import * as z from "zod";
import { requiredText } from "~/lib/text-fields.schema";
import { MAX_LENGTH } from "~/lib/text-limits";
import { EVENTS } from "./webhook.rules";

/** Where an endpoint is, and what it is sent. */
export const EndpointInput = z.object({
  url: requiredText("Enter the address of the receiver", MAX_LENGTH.address),
  events: z.array(z.enum(EVENTS)).min(1, "Choose at least one event"),
});

export type EndpointFields = z.output<typeof EndpointInput>;
