import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { MAX_SCAN_LENGTH } from "../evaluate-scan";
import { parseTicketCode } from "~/features/tickets/ticket-code";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { FieldFrame, describedBy } from "~/components/form/field-frame";

type Props = {
  nextKey: string;
  typed: string | undefined;
  error: string | undefined;
  onScan: (typed: string) => void;
};

const HINT = "Scan it or type it. The ticket's address works too.";

export function ScanForm({ nextKey, typed, error: formError, onScan }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [error, setError] = useState(formError);
  useFocusOnTyping(field);

  return (
    <Form
      method="post"
      noValidate={hydrated}
      className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        const input = field.current;
        if (!input) return;
        const isEmpty = !parseTicketCode(input.value);
        setError(isEmpty ? "Missing code" : undefined);
        if (!isEmpty) onScan(input.value);
        input.value = "";
        input.focus();
      }}
    >
      <input type="hidden" name="key" value={nextKey} />
      <FieldFrame id="code" label="Ticket code" hint={HINT} error={error} announceError>
        <input
          ref={field}
          type="text"
          name="code"
          required
          defaultValue={typed}
          maxLength={MAX_SCAN_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- scanner hardware types into the focused field
          autoFocus
          {...describedBy("code", HINT, error)}
          className="control min-h-16 text-lead font-semibold"
        />
      </FieldFrame>
      <Button size={52} className="min-h-16 text-lead sm:px-8">
        Check in
      </Button>
    </Form>
  );
}

/** Scanner hardware types into the focused element, so typing outside of inputs focuses the field. */
function useFocusOnTyping(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const focusField = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isTyped = /^[\w:/-]$/.test(key) && !ctrlKey && !metaKey && !altKey;
      const isElsewhere = !(target instanceof Element && target.closest("input, select, textarea"));
      if (isTyped && isElsewhere) field.current?.focus();
    };
    document.addEventListener("keydown", focusField);
    return () => document.removeEventListener("keydown", focusField);
  }, [field]);
}
