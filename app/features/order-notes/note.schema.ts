import * as z from "zod";
import { MAX_LENGTH } from "~/lib/text-limits";
import { requiredText } from "~/lib/text-fields.schema";

export const WriteNote = z.object({ note: requiredText("Write a note", MAX_LENGTH.text) });
