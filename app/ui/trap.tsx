import { useLocation } from "@remix-run/react";

/**
 * A field that only programs find and fill, drawn anew after each answer, because a browser may have
 * filled it too; and the proof of when the form was first drawn.
 */
export function Trap({ opened }: { opened: string }) {
  const { key } = useLocation();
  return (
    <>
      <div key={key} className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="opened" value={opened} />
    </>
  );
}
