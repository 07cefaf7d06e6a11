import { json, type TypedResponse } from "@remix-run/node";
import { DomainError } from "~/domain/errors";
import { readForm, type Fields } from "./body.server";
import { isFromThisSite } from "./site.server";
import { refusalHeaders, STATUS } from "./status";

/** Typed by people, and never sent back to the page. */
const PRIVATE = ["password", "currentPassword", "newPassword", "confirmPassword"];

/**
 * Reads a posted form and does its work. When the domain refuses, hands back why, with everything the
 * person typed, and with `more` that the page needs to draw the form again.
 */
export async function submit<Answer extends TypedResponse<unknown>, More extends object = object>(
  request: Request,
  work: (form: Fields) => Promise<Answer>,
  more?: (form: Fields) => More,
) {
  let form: Fields = {};
  try {
    if (!isFromThisSite(request)) throw new DomainError("forbidden", "Open the form on this site");
    // A copy, because a sign-in strategy reads the request for itself.
    form = await readForm(request.clone());
    return await work(form);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, complaints } = error;
    return json(
      { message, complaints, values: withoutPasswords(form), ...(more?.(form) as More) },
      { status: STATUS[code], headers: { "Cache-Control": "no-store", ...refusalHeaders(error) } },
    );
  }
}

const withoutPasswords = (form: Fields): Fields =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !PRIVATE.includes(name)));
