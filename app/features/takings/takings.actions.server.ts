import type { Staff } from "~/features/auth/permissions";
import { formatShortDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { currentPath } from "~/lib/http/current-url.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { lockDay } from "./lock-day.server";
import { LockDay } from "./takings.schema";

export async function handleTakingsAction(request: Request, staff: Staff, form: FormValues) {
  const { day } = parseInput(LockDay, form);
  lockDay(staff, day);
  return redirectWithToast(
    `${currentPath(request, ["confirm", "id"])}#main`,
    `Locked ${formatShortDate(day)}`,
  );
}
