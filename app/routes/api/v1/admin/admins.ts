import { listAdmins } from "~/domain/admin/admins.server";
import { api } from "~/http/api/api.server";
import { adminOut, pageOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /admin/admins": ({ actor, query }) => pageOut(listAdmins(actor, query), adminOut),
});
