import { listAdmins } from "~/domain/admin/admins.server";
import { api } from "~/http/api.server";
import { adminOut, pageOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /admin/admins": ({ actor, query }) => pageOut(listAdmins(actor, query), adminOut),
});
