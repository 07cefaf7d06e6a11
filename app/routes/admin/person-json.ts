import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "~/domain/parse";
import { findPerson } from "~/domain/privacy/person.server";
import { OfPerson } from "~/domain/privacy/privacy.schema";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/guard.server";
import { personFile } from "~/http/person-file.server";
import { requireStaff } from "~/http/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => {
    const { email = "" } = readQuery(request);
    return personFile(findPerson(staff, parse(OfPerson, { email }).email));
  });
}
