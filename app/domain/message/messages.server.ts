import { db } from "db/client.server";
import { messages } from "db/schema";
import { newId } from "../codes.server";
import type { NewMessage } from "./message.schema";

export type Message = Omit<typeof messages.$inferSelect, "seq">;

/** Public. Every message that makes sense is kept, whoever sent it; staff decide what it is worth. */
export function sendMessage(sent: NewMessage): Message {
  const createdAt = Date.now();
  return db
    .insert(messages)
    .values({ ...sent, id: newId(createdAt), createdAt })
    .returning()
    .get();
}
