import { ErrorSummary } from "~/components/form/error-summary";
import { TextArea } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { RelativeTime } from "~/components/ui/relative-time";
import { Section } from "~/components/ui/section";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_LENGTH } from "~/lib/text-limits";
import type { notesView } from "../notes.presenter.server";

type Props = {
  notes: ScreenData<typeof notesView>;
  action: string;
  formError: FormError | undefined;
};

/** What staff have written about an order, and a form for more. */
export const OrderNotes = ({ notes, action, formError }: Props) => (
  <Section id="notes" title="Notes" className="card grid gap-4 p-5 print:hidden">
    <p className="text-ink-2">Only staff read them.</p>
    <PostForm
      key={notes.length}
      action={action}
      formError={formError}
      aria-label="New note"
      className="grid gap-3"
    >
      <ErrorSummary prefix="Not added: " />
      <TextArea name="note" label="Note" required rows={3} maxLength={MAX_LENGTH.text} />
      <p className="acts">
        <IntentButton intent="note" variant="secondary">
          Add note
        </IntentButton>
      </p>
    </PostForm>
    {notes.length > 0 && (
      <ul className="grid gap-3">
        {notes.map(({ id, text, who, written }) => (
          <li key={id} className="border-t border-line pt-3">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="text-small text-ink-2">
              {who}, <RelativeTime timestamp={written} />
            </p>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
