import { can, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { EnterSlip, PrintSlips, slipFromForm } from "./gate-list.schema";
import { enterSlip, orderOfSlip, printSlips } from "./slips.server";

const PATH = "/admin/dashboard/gate-list/slips";

export async function handleSlipsAction(staff: Staff, form: FormValues) {
  if (form.intent === "enter") {
    const { id } = enterSlip(staff, parseInput(EnterSlip, slipFromForm(form)));
    return redirectWithToast(`${PATH}#main`, `Slip ${form.number} entered: order ${id}`);
  }
  const { first, last } = printSlips(staff, parseInput(PrintSlips, form).count);
  return redirectWithToast(
    `${PATH}?first=${first}&last=${last}#main`,
    `Slips ${first} to ${last} reserved`,
  );
}

/** The order that a slip has become before, for the link beside the error. */
export const enteredOrder = (staff: Staff, { intent, number }: FormValues) =>
  intent === "enter" && can(staff, "orders.read") ? orderOfSlip(staff, Number(number) || 0) : null;
