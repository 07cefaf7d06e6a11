import { Form, useActionData, useNavigate } from "@remix-run/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { FieldError } from "./field-frame";
import type { FormError } from "./form-state";
import { useIsSubmitting } from "./use-is-submitting";

type Props = {
  question: string;
  detail: ReactNode;
  /** Leads to the URL without `?confirm`; without script the fragment scrolls to the row. */
  cancel: { label: string; to: string };
  confirmLabel: string;
  fields: Record<string, string>;
  action: string;
};

/** Rendered open by the server. Script turns it into a modal dialog; without script the scrim covers the page. */
export function ConfirmDialog({ question, detail, cancel, confirmLabel, fields, action }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const busy = useIsSubmitting();
  const cancelUrl = useHydrated() ? cancel.to.replace(/#.*/, "") : cancel.to;
  // Other results close the dialog and appear on the page.
  const actionError = useActionData<FormError>();
  // replaces the history entry, so that going back does not open the dialog again
  const close = () => navigate(cancelUrl, { preventScrollReset: true, replace: true });

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
      <div className="scrim fixed inset-0 z-45 bg-scrim" />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the dialog itself is one on its scrim; Esc is its key */}
      <dialog
        ref={dialog}
        open
        aria-labelledby="question"
        aria-describedby="consequence"
        className="dialog fixed inset-0 z-46 m-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,100%-2rem)] overflow-y-auto rounded-dialog border border-line bg-raised p-6 text-ink shadow-[0_30px_80px_-20px_rgb(0_0_0/0.5)] backdrop:bg-scrim"
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onClick={(event) => {
          if (isOutside(event)) close();
        }}
      >
        <h2 id="question" className="text-legend">
          {question}
        </h2>
        <p id="consequence" className="mt-1 text-ink-2">
          {detail}
        </p>
        {actionError?.isInternalError && (
          <div role="alert" className="mt-3">
            <FieldError message={actionError.message} />
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
          <ButtonLink to={cancelUrl} variant="secondary" preventScrollReset replace autoFocus>
            {cancel.label}
          </ButtonLink>
          <Button variant="danger" busy={busy}>
            {confirmLabel}
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
