import { isMailConfigured } from "~/env.server";
import { can, type Staff } from "~/features/auth/permissions";
import { areBookingsOpen } from "~/features/hours/hours.server";
import { isSetupDismissed, setupState } from "./setup.server";

export function setupView(staff: Staff) {
  const { steps, isOver } = setupState(staff);
  return {
    steps,
    isOver,
    isMailConfigured: isMailConfigured(),
    email: staff.email,
    areBookingsOpen: areBookingsOpen(),
  };
}

/** For the dashboard; null for all but owners, and once the list is done or dismissed. */
export function openSetupSteps(staff: Staff) {
  if (!can(staff, "zoo.update") || isSetupDismissed()) return null;
  const { steps, isOver } = setupState(staff);
  return isOver ? null : steps;
}
