import { json } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { clientIdFrom } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { createId } from "~/lib/ids.server";
import { formatRupees } from "~/lib/money";
import { parseInput } from "~/lib/parse-input";
import { shiftPath, SHIFTS_PATH } from "./shift.rules";
import { CashMove, CountInput, OpenShift } from "./shift.schema";
import { closeShift, moveCash, openShift } from "./shifts.server";

export function handleShiftsAction(staff: Staff, form: FormValues) {
  return redirectWithToast(`${SHIFTS_PATH}#main`, act(staff, form));
}

function act(staff: Staff, form: FormValues) {
  if (form.intent === "open") {
    openShift(staff, parseInput(OpenShift, form));
    return "Shift opened";
  }
  if (form.intent !== "move") throw new DomainError("invalid", "Open the page again");
  const move = parseInput(CashMove, form);
  moveCash(staff, Number(form.shift), { id: clientIdFrom(form) ?? createId(), ...move });
  return move.amount > 0 ? "Cash in recorded" : "Cash out recorded";
}

/** Asks for a reason where more or less was counted than expected; the form posts it again. */
export async function handleCloseAction(staff: Staff, id: string, form: FormValues) {
  const closing = closeShift(staff, Number(id), parseInput(CountInput, form));
  if ("closed" in closing) {
    const { id: shift, number } = closing.closed;
    return redirectWithToast(`${shiftPath(shift)}#main`, `Shift ${number} closed`);
  }
  const { difference } = closing;
  const amount = formatRupees(Math.abs(difference));
  const message = `${amount} ${difference < 0 ? "less" : "more"} than expected: count again, or say why`;
  return json(
    {
      message,
      issues: [{ path: "reason", message }],
      values: { ...form, shownDifference: String(difference) },
    },
    { status: 400, headers: { "Cache-Control": "no-store" } },
  );
}
