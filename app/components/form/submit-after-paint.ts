import { useSubmit } from "@remix-run/react";
import { useCallback, type FormEvent } from "react";

/** Hidden windows get no animation frames. */
const MAX_FRAME_WAIT_MS = 100;

/** An `onSubmit` that paints the pressed state of the button before it submits, for slow phones. */
export function useSubmitAfterPaint() {
  const submit = useSubmit();
  return useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
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
  }, MAX_FRAME_WAIT_MS);
}
