import { useLocation } from "@remix-run/react";
import { FormStamp } from "./form-token-field";

/**
 * A field that only bots find and fill, redrawn after each answer because a browser may have filled it too; and
 * the proof of when the form was first drawn.
 */
export function Honeypot({ opened }: { opened: string }) {
  const { key } = useLocation();
  return (
    <>
      <div key={key} className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <FormStamp name="opened" stamp={opened} />
    </>
  );
}
