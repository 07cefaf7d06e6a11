import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "~/domain/parse";
import { findPerson } from "~/domain/privacy/person.server";
import { PersonInput } from "~/domain/privacy/privacy.schema";
import { readQuery } from "~/http/body.server";
import { personFile } from "~/http/files/person-file.server";
import { answerStaff } from "~/http/sign-in/staff-answer.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerStaff(request, (staff) => {
    const { email = "" } = readQuery(request);
    return personFile(findPerson(staff, parse(PersonInput, { email }).email));
  });
