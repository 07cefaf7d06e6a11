import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, type ReactNode } from "react";
import type { FormValues } from "~/lib/form-values";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { useRootData } from "~/components/hooks/use-root-data";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = {
  title: string;
  intent: string;
  done: string;
  submitLabel: string;
  /** Why this role may not; the button is then disabled. */
  barred?: string;
  formError: FormError | undefined;
  prefill?: FormValues;
  prefix: string;
  children: ReactNode;
};

/** One form of the settings screen. Errors and success show in the card they are about. */
export function SettingsCard(props: Props) {
  const { title, intent, done, submitLabel, barred, formError, prefill, prefix, children } = props;
  const { toast } = useRootData();
  const saved = toast?.about === intent ? toast.id : null;
  const form = useRef<HTMLFormElement>(null);
  // The fields go back to what the page now shows: the saved values, and no passwords.
  useEffect(() => {
    if (saved) form.current?.reset();
  }, [saved]);

  return (
    <PostForm
      ref={form}
      action="/admin/dashboard/settings"
      formError={formError}
      prefill={prefill}
      aria-labelledby={intent}
      className="card grid gap-5 p-5 lg:p-6"
    >
      <h2 id={intent} className="text-legend">
        {title}
      </h2>
      {barred && <p className="text-ink-2">{barred}</p>}
      <ErrorSummary prefix={prefix} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          disabled={barred !== undefined}
          title={barred && "No permission"}
          busy={useIsSubmitting({ intent })}
          busyLabel="Saving..."
        >
          {submitLabel}
        </Button>
        {saved && (
          <p
            key={saved}
            role="status"
            className="flex animate-[away_1ms_2.5s_both] items-center gap-2 font-semibold text-paid-fg"
          >
            <Icon icon={CircleCheck} />
            {done}
          </p>
        )}
      </div>
    </PostForm>
  );
}
