import { authorize, type Staff } from "~/features/auth/permissions";
import { mayAdminsClose } from "~/features/closures/closing-right.server";
import { openingText } from "~/features/slots/opening-hours.server";
import { slotLabel } from "~/features/slots/slots.server";
import { formatLongDate } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { areBookingsOpen, exceptionsFrom, notice } from "./hours.server";

export function hoursView(staff: Staff) {
  authorize(staff, "zoo.update");
  const today = toLocalDate();
  return {
    today,
    opening: openingText(),
    areBookingsOpen: areBookingsOpen(),
    mayAdminsClose: mayAdminsClose(),
    notice: notice(),
    exceptions: exceptionsFrom(today).map(({ day, note, publicReason, isClosed, places }) => ({
      id: day,
      label: formatLongDate(day),
      note,
      publicReason,
      isClosed,
      what: isClosed
        ? "Closed"
        : places.map(({ slot, capacity }) => `${slotLabel(slot)} ${capacity}`).join(", "),
    })),
  };
}
