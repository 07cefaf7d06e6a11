import { json, type TypedResponse } from "@remix-run/node";
import { DomainError } from "~/domain/errors";
import { readForm, type Fields } from "./body.server";
import { logFault } from "./log.server";
import { readPictureForm } from "./picture-form.server";
import { isFromThisSite } from "./site.server";
import { refusalHeaders, STATUS } from "./status";

/** Typed by people, and never sent back to the page. */
const PRIVATE = ["password", "currentPassword", "newPassword", "confirmPassword"];

/**
 * Reads a posted form and does its work. When the domain refuses, hands back why, with everything the
 * person typed, and with `more` that the page needs to draw the form again.
 */
export const submit = <Answer extends TypedResponse<unknown>, More extends object = object>(
  request: Request,
  work: (form: Fields) => Promise<Answer>,
  more?: (form: Fields) => More,
) => {
  const read = async () => ({ fields: await readForm(request) });
  return attempt(request, read, ({ fields }) => work(fields), more);
};

/**
 * The same for a form that may bring a picture. So much typing is not lost to a fault of ours either:
 * the form comes back with the words for it.
 */
export const submitUpload = <Answer extends TypedResponse<unknown>>(
  request: Request,
  work: (form: Fields, image: Buffer | undefined) => Promise<Answer>,
  wordsForFault: string,
) => {
  const once = async ({ fields, image }: Awaited<ReturnType<typeof readPictureForm>>) => {
    try {
      return await work(fields, image);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      logFault(error, request);
      const fault = { message: wordsForFault, complaints: [], values: fields, isFault: true };
      return json(fault, { status: 500, headers: { "Cache-Control": "no-store" } });
    }
  };
  return attempt(request, () => readPictureForm(request), once);
};

async function attempt<Sent extends { fields: Fields }, Answer, More extends object = object>(
  request: Request,
  read: () => Promise<Sent>,
  work: (sent: Sent) => Promise<Answer>,
  more?: (form: Fields) => More,
) {
  let form: Fields = {};
  try {
    if (!isFromThisSite(request)) throw new DomainError("forbidden", "Open the form on this site");
    const sent = await read();
    form = sent.fields;
    return await work(sent);
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
