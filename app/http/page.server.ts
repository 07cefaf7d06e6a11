import { json } from "@remix-run/node";
import { zooDay } from "~/domain/zoo-time.server";
import { screenActor } from "./session.server";
import { forgetToast, readToast } from "./toast.server";

/** What every page knows: who is signed in, a line to show once, and the zoo's today. */
export async function readPage(request: Request) {
  const [actor, toast] = await Promise.all([screenActor(request), readToast(request)]);
  const staff = actor && { name: actor.name, email: actor.email, role: actor.role };
  return json(
    { staff, toast, today: zooDay() },
    toast ? { headers: { "Set-Cookie": await forgetToast() } } : {},
  );
}
