import { json, type TypedResponse } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { PASSWORD_FIELDS } from "~/features/admins/admin.rules";
import { DomainError, type FieldIssue } from "../errors";
import type { FormValues } from "../form-values";
import { pick } from "../pick";
import { readForm } from "./read-body.server";
import { INTERNAL_ERROR } from "./to-user-error.server";
import { logRequestError } from "./logger.server";
import { requireStaff, requireStaffAfterBody } from "~/features/auth/auth.http.server";
import { isSameOrigin } from "./same-origin.server";
import { errorHeaders, STATUS } from "./http-status";
import { readImageUpload } from "~/features/images/image-upload.http.server";

type Options<More extends object> = {
  /** Further data that the page needs to render the form again. */
  extraData?: (form: FormValues) => More;
  internalErrorMessage?: string;
  /** Read as well, of a form for visitors. */
  moreFields?: readonly string[];
};

type StaffOptions<More extends object> = Omit<Options<More>, "extraData"> & {
  extraData?: (staff: Staff, form: FormValues) => More;
  staff?: Staff;
  /** In bytes, of a form with long texts. */
  bodyLimit?: number;
};

/** Of the forms that anybody can send: what else is sent is neither read nor sent back. */
const VISITOR_FIELDS = [
  ...["date", "slot", "promoCode", "paymentMethod"],
  ...["from", "inside", "proof"],
  ...["name", "email", "phone", "subject", "message", "password", "redirectTo"],
  ...["intent", "key", "opened", "website"],
];

export const formAction = <Answer extends TypedResponse<unknown>, More extends object = object>(
  request: Request,
  work: (form: FormValues) => Promise<Answer>,
  options?: Options<More>,
) => {
  const known = [...VISITOR_FIELDS, ...(options?.moreFields ?? [])];
  const read = async () => ({ fields: pick(await readForm(request), known) });
  return runAction(request, read, ({ fields }) => work(fields), options);
};

/** Checks the session again after the body, because a slow body can outlast the permission. */
export async function staffFormAction<
  Answer extends TypedResponse<unknown>,
  More extends object = object,
>(
  request: Request,
  work: (staff: Staff, form: FormValues) => Promise<Answer>,
  { extraData, internalErrorMessage, staff: signedIn, bodyLimit }: StaffOptions<More> = {},
) {
  let staff = signedIn ?? (await requireStaff(request));
  const read = async () => {
    const fields = await readForm(request, bodyLimit);
    staff = await requireStaffAfterBody(request, staff);
    return { fields };
  };
  return runAction(request, read, ({ fields }) => work(staff, fields), {
    internalErrorMessage,
    extraData: extraData && ((form) => extraData(staff, form)),
  });
}

export const uploadAction = <Answer extends TypedResponse<unknown>>(
  request: Request,
  work: (staff: Staff, form: FormValues, image: Buffer | undefined) => Promise<Answer>,
  options?: Options<object>,
) =>
  bodyAction(
    request,
    () => readImageUpload(request),
    (staff, { fields, image }) => work(staff, fields, image),
    options,
  );

/** For a form that `readBody` reads; it gets who signed in before the body was sent. */
export async function bodyAction<
  Sent extends { fields: FormValues },
  Answer extends TypedResponse<unknown>,
>(
  request: Request,
  readBody: (staff: Staff) => Promise<Sent>,
  work: (staff: Staff, sent: Sent) => Promise<Answer>,
  options?: Options<object>,
) {
  const staff = await requireStaff(request);
  const read = async () => ({
    ...(await readBody(staff)),
    staff: await requireStaffAfterBody(request, staff),
  });
  return runAction(request, read, ({ staff, ...sent }) => work(staff, sent as never), options);
}

async function runAction<Sent extends { fields: FormValues }, Answer, More extends object = object>(
  request: Request,
  read: () => Promise<Sent>,
  work: (sent: Sent) => Promise<Answer>,
  { extraData, internalErrorMessage }: Options<More> = {},
) {
  let form: FormValues | undefined;
  const toErrorResponse = (
    errorData: ErrorData,
    status: number,
    headers: Record<string, string> = {},
  ) => {
    const typed = form ?? {};
    return json(
      { ...errorData, values: withoutPasswords(typed), ...(extraData?.(typed) as More) },
      { status, headers: { "Cache-Control": "no-store", ...headers } },
    );
  };
  try {
    if (!isSameOrigin(request))
      throw new DomainError("forbidden", "This form can only be submitted from this site");
    const sent = await read();
    form = sent.fields;
    return await work(sent);
  } catch (error) {
    if (error instanceof DomainError) {
      const { code, issues } = error;
      const message = code === "too_large" && !form ? BODY_TOO_LARGE_ERROR : error.message;
      const fieldIssues = issues.map(({ path, message }) => ({ path: fieldName(path), message }));
      return toErrorResponse({ message, issues: fieldIssues }, STATUS[code], errorHeaders(error));
    }
    if (!isInternalError(error, request)) throw error;
    logRequestError(error, request);
    const errorData = {
      issues: [],
      isInternalError: true,
      isCompleteMessage: internalErrorMessage !== undefined,
    };
    return toErrorResponse({ ...errorData, message: internalErrorMessage ?? INTERNAL_ERROR }, 500);
  }
}

/** Forms name these fields differently from the schemas. */
const FIELD_NAMES: Record<string, string> = {
  visitDate: "date",
  visitSlot: "slot",
  body: "message",
};

/** The name and id of the form field for a schema path: its last part, so `contact.name` is `name`. */
function fieldName(path: string) {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return FIELD_NAMES[name] ?? name;
}

const BODY_TOO_LARGE_ERROR = "This is too much text to send. Please shorten it.";

type ErrorData = {
  message: string;
  issues: FieldIssue[];
  isInternalError?: boolean;
  isCompleteMessage?: boolean;
};

/** Thrown Responses are answers; a client that disconnects is not an error. */
const isInternalError = (error: unknown, { signal }: Request) =>
  !(error instanceof Response) && !signal.aborted;

const withoutPasswords = (form: FormValues): FormValues =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !PASSWORD_FIELDS.includes(name)));
