import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { submit } from "~/lib/http/form-action.server";
import { screenActor } from "~/features/auth/session.http.server";
import { limitedSignIn } from "~/features/auth/sign-in-throttle.http.server";
import { pathOnThisSite } from "~/lib/http/urls.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import kingfisher from "~/images/kingfisher-portrait-900.webp";
import { Mark } from "~/components/ui/brand";
import { Button } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { fieldsOf } from "~/components/form/form-state";
import { PasswordField } from "~/components/form/password-field";
import { useRefusalToast } from "~/components/form/use-error-toast";
import { useSending } from "~/components/form/use-is-submitting";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const DASHBOARD = "/admin/dashboard";

export async function loader({ request }: LoaderFunctionArgs) {
  if (await screenActor(request)) return redirect(DASHBOARD);
  const { redirectTo, ended } = readQuery(request);
  return json({ redirectTo: pathOnThisSite(redirectTo, DASHBOARD), signedOut: signedOut(ended) });
}

/** The line for somebody who was signed in before, or could not be; null for anybody else. */
function signedOut(ended: string | undefined) {
  if (ended === "cookies") {
    return "Your browser did not keep the cookie that signs you in. Allow cookies for this site, then sign in again.";
  }
  if (ended === "session") return "You were signed out. Sign in again to continue.";
  if (ended !== "unsaved") return null;
  return "You were signed out, and what you sent was not saved. Sign in again to continue.";
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  submit(
    request,
    async (form) => {
      const { cookies } = await limitedSignIn(request, context, form);
      const to = pathOnThisSite(form.redirectTo, DASHBOARD);
      return redirectWithToast(`${to}#main`, "Signed in", { cookies });
    },
    { wordsForFault: "Login failed" },
  );

export default function LoginPage() {
  const { redirectTo, signedOut } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const busy = useSending();
  const field = fieldsOf(refused);
  useRefusalToast(refused);

  return (
    <main id="main" tabIndex={-1} className="grid min-h-screen lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-[24rem] flex-col justify-center px-4 py-14 lg:px-0">
        <Mark />
        <h1 className="mt-6 text-admin-title">Admin Login</h1>
        <Form method="post" action="/login#errors" className="mt-5 grid gap-5">
          {signedOut && !refused && (
            <p role="status" className="rounded-card bg-pending-bg p-4 text-pending-fg">
              {signedOut}
            </p>
          )}
          <p className="text-ink-2">
            <RequiredNote />
          </p>
          <ErrorSummary refused={refused} fields={{ email: "email", password: "password" }} />
          <input type="hidden" name="redirectTo" value={refused?.values.redirectTo ?? redirectTo} />
          <Field label="Email" type="email" required autoComplete="email" {...field("email")} />
          <PasswordField
            label="Password"
            required
            autoComplete="current-password"
            {...field("password")}
          />
          <Button size={52} busy={busy}>
            Sign in
          </Button>
        </Form>
        <p className="mt-6">
          <Link to="/" className="link list-link">
            Back to Zoo Verse
          </Link>
        </p>
      </div>
      <img
        src={kingfisher}
        alt=""
        width={864}
        height={1080}
        className="hidden h-full w-full object-cover lg:block"
      />
    </main>
  );
}
