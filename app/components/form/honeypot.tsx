import { useLocation } from "@remix-run/react";
import { FormTokenField } from "./form-token-field";

/** Reset after each answer, because browsers may autofill the field. */
export function Honeypot({ formToken }: { formToken: string }) {
  const { key } = useLocation();
  return (
    <>
      <div key={key} className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <FormTokenField name="opened" token={formToken} />
    </>
  );
}
