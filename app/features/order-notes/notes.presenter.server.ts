import { namesOf } from "~/features/takings/takings.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { notesOfOrder } from "./notes.server";

/** Newest first, with who wrote them. */
export function notesView(orderSeq: number) {
  const notes = notesOfOrder(orderSeq);
  const names = namesOf(notes.map(({ adminId }) => adminId));
  return notes.map(({ id, adminId, text, createdAt }) => ({
    id,
    text,
    who: names.get(adminId) ?? "",
    written: toTimestamp(createdAt),
  }));
}
