import { Form, useActionData, useNavigate } from "@remix-run/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { FieldError } from "./field-frame";
import type { Refused } from "./form-state";
import { useSending } from "./use-is-submitting";

type Props = {
  question: string;
  detail: ReactNode;
  /**
   * Leads back to the address without the question; says what is kept, never "Cancel". Its fragment is for full
   * page loads: with script the page stays where it was.
   */
  safe: { label: string; to: string };
  /** What the button that does it says. */
  danger: string;
  fields: Record<string, string>;
  action: string;
};

/**
 * Open from the server on. Script makes it a real modal; without it the scrim covers the page,
 * which the caller makes inert.
 */
export function ConfirmDialog({ question, detail, safe, danger, fields, action }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  // The bar on the top edge lies under the scrim, so the button is what shows that the answer is awaited.
  const busy = useSending();
  const back = useHydrated() ? safe.to.replace(/#.*/, "") : safe.to;
  // Any other answer closes the dialog, and shows on the page.
  const lost = useActionData<Refused>();
  // In place of the question, so that going back does not ask it again.
  const leave = () => navigate(back, { preventScrollReset: true, replace: true });

  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    box.removeAttribute("open");
    box.showModal();
    box.querySelector("a")?.focus();
    return () => box.close();
  }, []);

  return (
    <>
      <div className="scrim" />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the dialog itself is one on its scrim; Esc is its key */}
      <dialog
        ref={dialog}
        open
        aria-labelledby="question"
        aria-describedby="consequence"
        className="dialog"
        onCancel={(event) => {
          event.preventDefault();
          leave();
        }}
        onClick={(event) => {
          if (isOutside(event)) leave();
        }}
      >
        <h2 id="question" className="text-legend">
          {question}
        </h2>
        <p id="consequence" className="mt-1 text-ink-2">
          {detail}
        </p>
        {lost?.isFault && (
          <div role="alert" className="mt-3">
            <FieldError message={lost.message} />
          </div>
        )}
        <Form
          method="post"
          action={action}
          preventScrollReset
          className="mt-6 flex flex-wrap justify-end gap-3"
        >
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the safe way out comes first to hand */}
          <ButtonLink to={back} variant="secondary" preventScrollReset replace autoFocus>
            {safe.label}
          </ButtonLink>
          <Button variant="danger" busy={busy}>
            {danger}
          </Button>
        </Form>
      </dialog>
    </>
  );
}

function isOutside({ currentTarget, target, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
