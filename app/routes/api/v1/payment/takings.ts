import { api } from "~/api/api.server";
import { serializeTakings } from "~/api/serializers.server";
import { periodFrom } from "~/features/reports/report.rules";
import { requestedDays, takingsOf } from "~/features/takings/takings.server";

export const { loader, action } = api({
  "GET /payment/takings": async ({ actor, query }) => {
    const days = requestedDays(periodFrom(query));
    return serializeTakings(days, await takingsOf(actor, days));
  },
});
