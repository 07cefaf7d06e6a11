import { useSubmit } from "@remix-run/react";
import { useCallback, type FormEvent } from "react";

/** A frame that never comes, as in a window that is hidden at that moment, holds up nothing for longer. */
const LONGEST_FRAME_MS = 100;

/**
 * For the `onSubmit` of a form that posts: the browser shows the pressed button first, and the form is sent right
 * after. On a slow phone the sending would otherwise hold up the answer to the press.
 */
export function useSubmitAfterPaint() {
  const submit = useSubmit();
  return useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      // All of it is read now: a frame later the pressed button may be gone.
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent as SubmitEvent;
      const values = new FormData(form, submitter);
      const action =
        submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? undefined;
      afterPaint(() => submit(values, { method: "post", action, preventScrollReset: true }));
    },
    [submit],
  );
}

function afterPaint(run: () => void) {
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(run);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, LONGEST_FRAME_MS);
}
