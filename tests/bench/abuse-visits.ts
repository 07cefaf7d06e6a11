import { request, type Shape } from "../support/site/wire.ts";
import { bookingIn } from "./abuse-bodies.ts";
import { OWNER, type Server } from "./servers.ts";

/** What somebody who booked as many tickets as can be may ask for, without a login and as often as they like. */
export async function visitsOf(server: Server): Promise<Shape[]> {
  const call = async (method: string, path: string, body: object, token = ""): Promise<any> => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as any).data;
  };
  const { order } = await call("POST", "/order", bookingIn(9));
  const { accessToken } = await call("POST", "/admin/login", OWNER);
  const paid = { status: "paid" };
  const { qrCodes } = await call("PATCH", `/order/${order._id}/status`, paid, accessToken);

  const page = new URL(order.links.order).pathname;
  const { code } = qrCodes[0];
  const paths = {
    "the page of an order": page,
    "the calendar of an order": `${page}/visit.ics`,
    "30 tickets to print": `${page}/tickets.pdf`,
    "the page of a ticket": `/t/${code}`,
    "a look at a ticket": `/api/v1/order/verify?code=${code}`,
  };
  return Object.entries(paths).map(([name, path]) => ({ name, bytes: request(`GET ${path}`) }));
}
