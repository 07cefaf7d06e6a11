import { deleteAdmin, editAdmin } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { adminOut } from "~/api/serializers";

export const { loader, action } = api({
  "PATCH /admin/admins/{id}": ({ actor, params, body }) =>
    adminOut(editAdmin(actor, params.id, body)),
  "DELETE /admin/admins/{id}": ({ actor, params }) => {
    deleteAdmin(actor, params.id);
    return { _id: params.id };
  },
});
