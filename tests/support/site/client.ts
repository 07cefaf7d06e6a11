import type { Zoo } from "./zoo";

type Booked = { id: string; own: string; codes: string[] };

/** What a kiosk would do by API, for browser tests that start later in the story. */
export async function clientOf({ url, owner }: Pick<Zoo, "url" | "owner">) {
  async function api(method: string, path: string, body?: unknown, token = "") {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, message } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${message}`);
    return data;
  }
  const { accessToken } = await api("POST", "/admin/login", owner);

  return {
    /** Books one senior and moves the order through these statuses. */
    async book(visitDate: string, ...statuses: string[]): Promise<Booked> {
      const { order } = await api("POST", "/order", {
        visitDate,
        visitSlot: "morning",
        contact: { name: "Joy Thomas", email: "joy@example.org" },
        items: [{ ticketType: "senior", quantity: 1 }],
      });
      let codes: string[] = [];
      for (const status of statuses) {
        const { qrCodes } = await api(
          "PATCH",
          `/order/${order._id}/status`,
          { status },
          accessToken,
        );
        if (qrCodes.length > 0) codes = qrCodes.map(({ code }: { code: string }) => code);
      }
      return { id: order._id, own: new URL(order.links.order).pathname, codes };
    },

    async ordersOf(email: string): Promise<number> {
      const path = `/order?${new URLSearchParams({ email })}`;
      return (await api("GET", path, undefined, accessToken)).pagination.total;
    },
  };
}
