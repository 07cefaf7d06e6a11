import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PASSWORD_FIELDS } from "~/features/admins/admin.rules";
import type { Refused } from "./form-state";
import { keepUnsaved } from "./use-action-result";

const OUR_FAULT = "Something went wrong on our side.";
const KEPT = "What you typed is still here: please try again in a moment.";
export const FAULT_KEPT = `${OUR_FAULT} ${KEPT}`;
const NO_CONNECTION_KEPT = `No connection: it may not have reached us. ${KEPT}`;

/**
 * Sends a form as Remix would, but a lost answer, or one from a proxy, goes to the form like a refusal: thrown,
 * it would replace the page, and everything typed would be lost. A form that was too large to be read comes back
 * with what was typed, too.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = request.clone(); // a body is read once
  try {
    const answer = await serverAction<Refused | null>();
    const isUnread = answer?.values && Object.keys(answer.values).length === 0;
    return isUnread ? { ...answer, values: typedIn(await sent.formData()) } : answer;
  } catch (error) {
    const signIn = signInIn(error);
    if (signIn) {
      const form = await sent.formData();
      keepUnsaved(signIn, typedIn(form), hasFile(form));
    }
    // Redirects and refusals are thrown as well, and are answers.
    if (!(error instanceof Error)) throw error;
    const message = isNoConnection(error) ? NO_CONNECTION_KEPT : FAULT_KEPT;
    return {
      message,
      complaints: [],
      isFault: true,
      isWhole: true,
      values: typedIn(await sent.formData()),
    };
  }
}

/** After a fault the page stays as it is: a loader that fails as well would replace it after all. */
export const shouldRevalidate = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && !actionResult?.isFault;

/** How browsers say that an address could not be reached. */
const UNREACHED = /failed to fetch|networkerror|load failed|network connection was lost/i;

const isNoConnection = (error: unknown) =>
  error instanceof TypeError && UNREACHED.test(error.message);

/** What is shown in place of a page that could not be loaded. */
export const failureWords = (error: unknown) =>
  isNoConnection(error)
    ? {
        title: "No connection",
        line: "This page could not be reached. Please try again in a moment.",
      }
    : { title: OUR_FAULT, line: "It is not your fault. Please try again in a moment." };

/** Where somebody is led whose session had ended when the form came. */
function signInIn(answer: unknown) {
  const to = answer instanceof Response ? answer.headers.get("location") : null;
  const url = new URL(to ?? "", window.location.href);
  return url.pathname === "/login" && url.searchParams.has("ended") ? url : null;
}

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

/** As the server would send it back: without passwords and files, which stay in their fields. */
function typedIn(form: FormData) {
  const texts = [...form].filter(
    ([name, value]) => typeof value === "string" && !PASSWORD_FIELDS.includes(name),
  );
  return Object.fromEntries(texts) as Refused["values"];
}
