import type { ScreenData } from "~/lib/screen-data";
import type { importView } from "../import.presenter.server";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { SentNotice } from "~/components/ui/error-alert";
import { formatCount } from "~/lib/intl";
import { ImportPreview } from "./import-preview";
import { ImportProgress } from "./import-progress";
import { DiscardForm, UploadForm } from "./upload-form";

type Props = ScreenData<typeof importView> & { formError: FormError | undefined };

export function ImportScreen(props: Props) {
  const { progress, result, preview, formError } = props;
  const isUploading = !progress && !result && !preview;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Import Animals" description={descriptionOf(props)}>
        <ButtonLink to="/admin/dashboard/animals" variant="secondary">
          Back to Animals
        </ButtonLink>
      </PageHead>
      {!isUploading && formError?.issues.length === 0 && <ErrorSummary formError={formError} />}
      {progress && <ImportProgress {...progress} />}
      {result && <ImportResult {...result} />}
      {preview && <ImportPreview {...preview} newUpload={props.newUpload} formError={formError} />}
      {isUploading && (
        <UploadForm columns={props.columns} newUpload={props.newUpload} formError={formError} />
      )}
    </div>
  );
}

function descriptionOf({ progress, result, preview }: Props) {
  if (progress) return "You can leave this page; the import goes on.";
  if (result) return "The animals are on the public site.";
  if (preview) return "Nothing is imported yet.";
  return "A CSV of animals, with their photographs. You see what changes before it does.";
}

type Result = NonNullable<Props["result"]>;

const ImportResult = ({ added, changed, unchanged, photos }: Result) => (
  <div className="grid justify-items-start gap-5">
    <SentNotice>
      {formatCount(added, "animal")} added, {changed} changed, {unchanged} left as they were,{" "}
      {formatCount(photos, "photograph")} stored.
    </SentNotice>
    <DiscardForm isDone />
  </div>
);
