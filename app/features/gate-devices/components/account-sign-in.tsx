import { ButtonLink } from "~/components/ui/button";

const TO_CHECK_IN = `/login?${new URLSearchParams({ redirectTo: "/admin/dashboard/check-in" })}`;

/** The way on from a phone that is no gate device. */
export const AccountSignIn = () => (
  <ButtonLink to={TO_CHECK_IN} variant="secondary" size={52} className="mt-2 justify-self-start">
    Sign in with an account
  </ButtonLink>
);
