import type { LoaderFunctionArgs } from "@remix-run/node";
import { animalsZip } from "~/features/animal-import/export-animals.server";
import { staffResource } from "~/features/auth/staff-resource.http.server";

export const loader = ({ request }: LoaderFunctionArgs) => staffResource(request, animalsZip);
