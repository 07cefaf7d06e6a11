import { createGroupOrder } from "~/features/groups/create-group.server";
import { PlaceGroupOrder, type NewGroupOrder } from "~/features/groups/group.schema";
import type { GroupRequest } from "~/features/groups/requests.server";
import { anAdmin, asStaff, tomorrow } from "./factories";

export const aRequest = (changes: Partial<GroupRequest> = {}): GroupRequest => ({
  seq: 1,
  id: "01J0000000000000000000000A",
  organisation: "Lake School",
  contactName: "Asha Rao",
  email: "asha@example.org",
  phone: "",
  pupils: 45,
  adults: 5,
  ages: "8 to 10",
  days: [{ day: tomorrow(), slot: "morning" }],
  message: "",
  state: "new",
  answer: "We are full on these days.",
  orderSeq: null,
  mayBeSpam: false,
  createdAt: Date.now(),
  ...changes,
});

/** 45 children and 5 adults, held until the day of their visit. */
export const aGroup = (changes: Partial<NewGroupOrder> = {}): NewGroupOrder => ({
  ...PlaceGroupOrder.parse({
    organisation: "Lake School",
    name: "Asha Rao",
    email: "asha@example.org",
    visitDate: tomorrow(),
    visitSlot: "morning",
    counts: { adult: 5, child: 45, senior: 0 },
    holdUntil: tomorrow(),
  }),
  ...changes,
});

export const aGroupOrder = (changes: Partial<NewGroupOrder> = {}) =>
  createGroupOrder(asStaff(anAdmin({ role: "owner" })), aGroup(changes));
