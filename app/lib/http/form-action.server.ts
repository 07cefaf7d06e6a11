import { json, type TypedResponse } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { PASSWORD_FIELDS } from "~/features/admins/admin.rules";
import { DomainError, type Complaint } from "../errors";
import type { Fields } from "../form-values";
import { readForm } from "./read-body.server";
import { OUR_FAULT } from "./to-user-error.server";
import { logFault } from "./logger.server";
import { requireStaff, stillStaff } from "~/features/auth/session.http.server";
import { isFromThisSite } from "./urls.server";
import { refusalHeaders, STATUS } from "./http-status";
import { readPictureForm } from "~/features/images/image-upload.http.server";

type Options<More extends object> = {
  /** What else the page needs to draw the form again. */
  redrawWith?: (form: Fields) => More;
  /** The whole message that the form shows after a fault of ours. */
  wordsForFault?: string;
};

type StaffOptions<More extends object> = Omit<Options<More>, "redrawWith"> & {
  redrawWith?: (staff: Staff, form: Fields) => More;
};

/**
 * Reads a posted form and does its work. On a refusal or a fault of ours, returns why, with everything the person
 * typed.
 */
export const submit = <Answer extends TypedResponse<unknown>, More extends object = object>(
  request: Request,
  work: (form: Fields) => Promise<Answer>,
  options?: Options<More>,
) => {
  const read = async () => ({ fields: await readForm(request) });
  return attempt(request, read, ({ fields }) => work(fields), options);
};

/**
 * The same for staff. Who they are is asked before anything is read, and again when all of it has arrived: a
 * form can take half a minute to come, and whoever lost the right meanwhile does nothing with it (contract 3).
 */
export async function submitAsStaff<
  Answer extends TypedResponse<unknown>,
  More extends object = object,
>(
  request: Request,
  work: (staff: Staff, form: Fields) => Promise<Answer>,
  { redrawWith, wordsForFault }: StaffOptions<More> = {},
) {
  let staff = await requireStaff(request);
  const read = async () => {
    const fields = await readForm(request);
    staff = await stillStaff(request, staff);
    return { fields };
  };
  return attempt(request, read, ({ fields }) => work(staff, fields), {
    wordsForFault,
    redrawWith: redrawWith && ((form) => redrawWith(staff, form)),
  });
}

/** The same for a form that may bring a picture. */
export async function submitUpload<Answer extends TypedResponse<unknown>>(
  request: Request,
  work: (staff: Staff, form: Fields, image: Buffer | undefined) => Promise<Answer>,
  options?: Options<object>,
) {
  const staff = await requireStaff(request);
  const read = async () => ({
    ...(await readPictureForm(request)),
    staff: await stillStaff(request, staff),
  });
  return attempt(request, read, ({ staff, fields, image }) => work(staff, fields, image), options);
}

async function attempt<Sent extends { fields: Fields }, Answer, More extends object = object>(
  request: Request,
  read: () => Promise<Sent>,
  work: (sent: Sent) => Promise<Answer>,
  { redrawWith, wordsForFault }: Options<More> = {},
) {
  let form: Fields | undefined;
  const again = (said: Said, status: number, headers: Record<string, string> = {}) => {
    const typed = form ?? {};
    return json(
      { ...said, values: withoutPasswords(typed), ...(redrawWith?.(typed) as More) },
      { status, headers: { "Cache-Control": "no-store", ...headers } },
    );
  };
  try {
    if (!isFromThisSite(request))
      throw new DomainError("forbidden", "This form can only be submitted from this site");
    const sent = await read();
    form = sent.fields;
    return await work(sent);
  } catch (error) {
    if (error instanceof DomainError) {
      const { code, complaints } = error;
      const message = code === "too_large" && !form ? TOO_MUCH : error.message;
      return again({ message, complaints }, STATUS[code], refusalHeaders(error));
    }
    if (!isFault(error, request)) throw error;
    logFault(error, request);
    const said = { complaints: [], isFault: true, isWhole: wordsForFault !== undefined };
    return again({ ...said, message: wordsForFault ?? OUR_FAULT }, 500);
  }
}

/** Of a form that was too large to be read, which the browser keeps (`clientAction`). */
const TOO_MUCH = "This is too much text to send. Please shorten it.";

type Said = { message: string; complaints: Complaint[]; isFault?: boolean; isWhole?: boolean };

/** A thrown Response is an answer, and a client that left while sending is no fault of ours. */
const isFault = (error: unknown, { signal }: Request) =>
  !(error instanceof Response) && !signal.aborted;

const withoutPasswords = (form: Fields): Fields =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !PASSWORD_FIELDS.includes(name)));
