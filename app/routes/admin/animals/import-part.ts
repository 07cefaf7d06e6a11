import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { receivedSoFar, receivePart } from "~/features/animal-import/receive-upload.http.server";
import { staffResource } from "~/features/auth/staff-resource.http.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffResource(request, async (staff) => json(await receivedSoFar(staff)));

export const action = ({ request }: ActionFunctionArgs) =>
  staffResource(request, async (staff) => json(await receivePart(request, staff)));
