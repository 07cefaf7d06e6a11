import { listAdmins } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { adminOut, pageOut } from "~/api/serializers";

export const { loader, action } = api({
  "GET /admin/admins": ({ actor, query }) => pageOut(listAdmins(actor, query), adminOut),
});
