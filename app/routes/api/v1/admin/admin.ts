import { deleteAdmin, editAdmin } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";

export const { loader, action } = api({
  "PATCH /admin/admins/{id}": ({ actor, params, body }) =>
    serializeAdmin(editAdmin(actor, params.id, body)),
  "DELETE /admin/admins/{id}": ({ actor, params }) => {
    deleteAdmin(actor, params.id);
    return { _id: params.id };
  },
});
