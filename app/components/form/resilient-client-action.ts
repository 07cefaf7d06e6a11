import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PASSWORD_FIELDS } from "~/features/admins/admin.rules";
import type { FormError } from "./form-state";
import { stashSubmission } from "./use-action-result";

const INTERNAL_ERROR = "Something went wrong on our side.";
const DRAFT_NOTE = "What you typed is still here: please try again in a moment.";
export const INTERNAL_ERROR_WITH_DRAFT = `${INTERNAL_ERROR} ${DRAFT_NOTE}`;
const NO_CONNECTION_WITH_DRAFT = `No connection: it may not have reached us. ${DRAFT_NOTE}`;

/** Network and proxy errors become a form error: thrown, they would replace the page and lose the input. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = request.clone();
  try {
    const result = await serverAction<FormError | null>();
    const isUnread = result?.values && Object.keys(result.values).length === 0;
    return isUnread ? { ...result, values: submittedValues(await sent.formData()) } : result;
  } catch (error) {
    const loginUrl = loginRedirect(error);
    if (loginUrl) {
      const form = await sent.formData();
      stashSubmission(loginUrl, submittedValues(form), hasFile(form));
    }
    // Redirects and error responses are not Errors.
    if (!(error instanceof Error)) throw error;
    const message = isNoConnection(error) ? NO_CONNECTION_WITH_DRAFT : INTERNAL_ERROR_WITH_DRAFT;
    return {
      message,
      issues: [],
      isInternalError: true,
      isCompleteMessage: true,
      values: submittedValues(await sent.formData()),
    };
  }
}

/** Keeps the page after an internal error: a failing loader would replace it. */
export const shouldRevalidate = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && !actionResult?.isInternalError;

const NETWORK_ERROR = /failed to fetch|networkerror|load failed|network connection was lost/i;

const isNoConnection = (error: unknown) =>
  error instanceof TypeError && NETWORK_ERROR.test(error.message);

export const failureMessage = (error: unknown) =>
  isNoConnection(error)
    ? {
        title: "No connection",
        description: "This page could not be reached. Please try again in a moment.",
      }
    : { title: INTERNAL_ERROR, description: "It is not your fault. Please try again in a moment." };

function loginRedirect(result: unknown) {
  const to = result instanceof Response ? result.headers.get("location") : null;
  const url = new URL(to ?? "", window.location.href);
  return url.pathname === "/login" && url.searchParams.has("ended") ? url : null;
}

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

function submittedValues(form: FormData) {
  const texts = [...form].filter(
    ([name, value]) => typeof value === "string" && !PASSWORD_FIELDS.includes(name),
  );
  return Object.fromEntries(texts) as FormError["values"];
}
