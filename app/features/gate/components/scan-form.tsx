import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { MAX_SCANNED } from "../evaluate-scan";
import { ticketCodeIn } from "~/features/tickets/ticket-code";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { FieldFrame, described } from "~/components/form/field-frame";

type Props = {
  /** The key of the scan, in case the form is sent twice. */
  nextKey: string;
  /** What was sent without script, if it was refused. */
  typed: string | undefined;
  error: string | undefined;
  onScan: (typed: string) => void;
};

const HINT = "Scan it or type it. The ticket's address works too.";

/** A scanner types the code and presses Enter; with script the field is then free for the next one. */
export function ScanForm({ nextKey, typed, error: refused, onScan }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [error, setError] = useState(refused);
  useTypingAnywhere(field);

  return (
    <Form
      method="post"
      noValidate={hydrated}
      className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        const input = field.current;
        if (!input) return;
        const isEmpty = !ticketCodeIn(input.value);
        setError(isEmpty ? "Missing code" : undefined);
        if (!isEmpty) onScan(input.value);
        input.value = "";
        input.focus();
      }}
    >
      <input type="hidden" name="key" value={nextKey} />
      <FieldFrame id="code" label="Ticket code" hint={HINT} error={error} saysError>
        <input
          ref={field}
          type="text"
          name="code"
          required
          defaultValue={typed}
          maxLength={MAX_SCANNED}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is done here, by a scanner that cannot press Tab
          autoFocus
          {...described("code", HINT, error)}
          className="control min-h-16 text-lead font-semibold"
        />
      </FieldFrame>
      <Button size={52} className="min-h-16 text-lead sm:px-8">
        Check in
      </Button>
    </Form>
  );
}

/** A scanner types wherever the focus is: after a button was pressed, its letters go to the field. */
function useTypingAnywhere(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const catchUp = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isTyped = /^[\w:/-]$/.test(key) && !ctrlKey && !metaKey && !altKey;
      const isElsewhere = !(target instanceof Element && target.closest("input, select, textarea"));
      if (isTyped && isElsewhere) field.current?.focus();
    };
    document.addEventListener("keydown", catchUp);
    return () => document.removeEventListener("keydown", catchUp);
  }, [field]);
}
