export const TICKET_TYPES = ["adult", "child", "senior"] as const;
export type TicketType = (typeof TICKET_TYPES)[number];
export type TicketCounts = Record<TicketType, number>;

export const TICKET_LABEL: Record<TicketType, string> = {
  adult: "Adult",
  child: "Child",
  senior: "Senior",
};

export const MAX_PER_TYPE = 10;

export const formatTickets = (lines: { ticketType: TicketType; quantity: number }[]) =>
  lines.map(({ ticketType, quantity }) => `${quantity} ${ticketType}`).join(", ");
