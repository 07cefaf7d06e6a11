import { authorize, type Staff } from "~/features/auth/permissions";
import { setAdminsClose } from "~/features/closures/closing-right.server";
import { formatCount } from "~/lib/intl";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { DomainError } from "~/lib/errors";
import { parseInput } from "~/lib/parse-input";
import { toLocalDate } from "~/lib/time-zone.server";
import {
  addExceptions,
  copyLastYear,
  removeException,
  saveNotice,
  setBookingsOpen,
  type Exception,
} from "./hours.server";
import { HolidaysInput, NoticeInput, RangeInput } from "./hours.schema";

const SCREEN = "/admin/dashboard/zoo/hours";

export async function handleHoursAction(staff: Staff, form: FormValues) {
  authorize(staff, "zoo.update");
  return redirectWithToast(`${SCREEN}#main`, act(staff, form));
}

function act(staff: Staff, form: FormValues): string {
  const { intent, day = "" } = form;
  if (intent === "notice") {
    saveNotice(staff, parseInput(NoticeInput, form));
    return "Notice saved";
  }
  if (intent === "open" || intent === "close") {
    setBookingsOpen(staff, intent === "open");
    return intent === "open" ? "Bookings are open" : "Bookings are closed";
  }
  if (intent === "closing") {
    const allowed = form.adminsClose === "on";
    setAdminsClose(staff, allowed);
    return allowed ? "Admins may close a day" : "Only owners may close a day";
  }
  if (intent === "remove") {
    removeException(staff, day);
    return "Exception removed";
  }
  if (intent === "copy") {
    const copied = copyLastYear(staff);
    return copied === 0 ? "Nothing to copy" : `Copied ${formatCount(copied, "day", "days")}`;
  }
  const exceptions =
    intent === "holidays" ? parseInput(HolidaysInput, form) : parseInput(RangeInput, form);
  assertAhead(exceptions, intent === "holidays" ? "holidays" : "first");
  addExceptions(staff, exceptions);
  return `Saved ${formatCount(exceptions.length, "day", "days")}`;
}

function assertAhead(exceptions: Exception[], path: string) {
  const today = toLocalDate();
  if (exceptions.length > 0 && exceptions.every(({ day }) => day >= today)) return;
  const message = exceptions.length === 0 ? "Enter at least one day" : "Choose today or later days";
  throw new DomainError("invalid", message, [{ path, message }]);
}
