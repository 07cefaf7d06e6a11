import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseInput } from "~/lib/parse-input";
import { exportPerson, wantedEmail } from "~/features/privacy/personal-data.server";
import { PersonInput } from "~/features/privacy/privacy.schema";
import { readQuery } from "~/lib/http/read-body.server";
import { personFile } from "~/features/privacy/person-file.server";
import { staffResource } from "~/features/auth/staff-resource.http.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffResource(request, (staff) => {
    const email = wantedEmail(readQuery(request));
    return personFile(exportPerson(staff, parseInput(PersonInput, { email }).email));
  });
