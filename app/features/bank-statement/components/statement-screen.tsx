import { Button, ButtonLink } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { PageHead } from "~/components/layout/page-head";
import { formatCount, formatNumber } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { statementView } from "../statement.presenter.server";
import { MAX_BYTES_TEXT, MAX_LINES, STATEMENT_PATH } from "../statement.rules";
import { StatementPreview, type Preview } from "./statement-preview";

type Props = ScreenData<typeof statementView> & {
  answer: (FormError & { preview?: Preview }) | undefined;
};

export function StatementScreen({ waiting, answer }: Props) {
  const { preview } = answer ?? {};
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        title="Bank statement"
        description={preview ? "Nothing is recorded yet." : describe(waiting)}
      >
        <ButtonLink to="/admin/dashboard/reconcile" variant="secondary">
          Back to Reconcile
        </ButtonLink>
      </PageHead>
      {preview && <StatementPreview preview={preview} />}
      <UploadForm formError={preview ? undefined : answer} isAgain={preview !== undefined} />
    </div>
  );
}

const describe = (waiting: number) =>
  `${formatCount(waiting, "order is", "orders are")} waiting for a UPI transfer. You see what fits before it is recorded.`;

const UploadForm = ({
  formError,
  isAgain,
}: {
  formError: FormError | undefined;
  isAgain: boolean;
}) => {
  const busy = useIsSubmitting({ intent: "preview" });
  return (
    <PostForm
      action={STATEMENT_PATH}
      formError={formError}
      encType="multipart/form-data"
      aria-labelledby="upload-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="upload-title" title={isAgain ? "Another statement" : "Choose the file"}>
        The CSV that you download from your bank, unchanged. Only the 12-digit references, dates and
        amounts of credits are read; names and the rest of it are neither shown nor stored.
      </CardHead>
      <ErrorSummary />
      <Field
        name="statement"
        label="Bank statement"
        hint={`CSV, at most ${MAX_BYTES_TEXT} and ${formatNumber(MAX_LINES)} lines.`}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        required
      />
      <p>
        <Button
          name="intent"
          value="preview"
          busy={busy}
          variant={isAgain ? "secondary" : "primary"}
        >
          Show what fits
        </Button>
      </p>
    </PostForm>
  );
};
