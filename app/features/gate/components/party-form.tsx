import { Form } from "@remix-run/react";
import { useState } from "react";
import { describedBy, FieldFrame } from "~/components/form/field-frame";
import { randomKey } from "~/components/form/random-key";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { Button } from "~/components/ui/button";
import { partyLeftMessage } from "../evaluate-scan";
import type { Decide } from "./gate-types";

type Props = {
  code: string;
  override: boolean;
  /** How many are still to come. */
  left: number;
  /** How many come in, unless others are typed; all of them without it. */
  proposed?: number;
  nextKey: string;
  error: string | undefined;
  onDecide: Decide;
};

/** How many of a party come in now. */
export function PartyForm({
  code,
  override,
  left,
  proposed = left,
  nextKey,
  error: first,
  onDecide,
}: Props) {
  const hydrated = useHydrated();
  const [key] = useState(randomKey);
  const [error, setError] = useState(first);
  return (
    <Form
      method="post"
      noValidate={hydrated}
      className="acts grid gap-3 sm:grid-cols-[10rem_1fr] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        const people = Number(new FormData(event.currentTarget).get("people"));
        const problem = problemWith(people, left);
        setError(problem);
        if (!problem) onDecide(code, { people, override, key });
      }}
    >
      <input type="hidden" name="key" value={nextKey} />
      <input type="hidden" name="code" value={code} />
      {override && <input type="hidden" name="override" value="yes" />}
      <FieldFrame id="people" label="How many come in" error={error} announceError>
        <input
          type="number"
          inputMode="numeric"
          name="people"
          required
          min={1}
          max={left}
          step={1}
          defaultValue={proposed}
          autoComplete="off"
          {...describedBy("people", undefined, error)}
          className="control min-h-16 text-title"
        />
      </FieldFrame>
      <Button size={52} className="min-h-16 w-full text-lead">
        Let in
      </Button>
    </Form>
  );
}

function problemWith(people: number, left: number) {
  if (!Number.isInteger(people) || people < 1) return "Give a whole number from 1";
  return people > left ? partyLeftMessage(left) : undefined;
}
