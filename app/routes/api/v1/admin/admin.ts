import { deleteAdmin, editAdmin } from "~/domain/admin/admins.server";
import { api } from "~/http/api/api.server";
import { adminOut } from "~/http/api/wire";

export const { loader, action } = api({
  "PATCH /admin/admins/{id}": ({ actor, params, body }) =>
    adminOut(editAdmin(actor, params.id, body)),
  "DELETE /admin/admins/{id}": ({ actor, params }) => {
    deleteAdmin(actor, params.id);
    return { _id: params.id };
  },
});
