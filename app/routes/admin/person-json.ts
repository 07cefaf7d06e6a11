import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "~/lib/parse-input";
import { findPerson } from "~/features/privacy/personal-data.server";
import { PersonInput } from "~/features/privacy/privacy.schema";
import { readQuery } from "~/lib/http/read-body.server";
import { personFile } from "~/features/privacy/person-file.server";
import { answerStaff } from "~/features/auth/staff-resource.http.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerStaff(request, (staff) => {
    const { email = "" } = readQuery(request);
    return personFile(findPerson(staff, parse(PersonInput, { email }).email));
  });
