import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { IMPORT_PATH, MAX_PHOTO_TEXT, MAX_TOTAL_TEXT } from "../import.rules";
import { useFileUpload } from "./use-file-upload";

type Props = {
  columns?: string[];
  newUpload: string;
  formError: FormError | undefined;
};

/** Without `columns`, for files that are added to an upload with errors. */
export function UploadForm({ columns, newUpload, formError }: Props) {
  const isAddition = columns === undefined;
  const upload = useFileUpload(newUpload, isAddition);
  return (
    <PostForm
      action={`${IMPORT_PATH}${isAddition ? "?keep" : ""}`}
      formError={formError}
      encType="multipart/form-data"
      onSubmit={upload.send}
      aria-labelledby="upload-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <input type="hidden" name="intent" value="upload" />
      {columns ? (
        <CardHead id="upload-title" title="Choose the files">
          A CSV alone, a zip of a CSV and photographs, or all of them as files. The first row names
          the columns, in any order: <Columns names={columns} />.
        </CardHead>
      ) : (
        <CardHead id="upload-title" title="Upload the corrected files">
          Only what has changed: the CSV, or the photographs that were missing. The other files are
          still here.
        </CardHead>
      )}
      <ErrorSummary />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field
          name="files"
          label="Files"
          hint={`CSV, zip, JPEG, PNG, WebP or AVIF; a photograph at most ${MAX_PHOTO_TEXT}, all together ${MAX_TOTAL_TEXT}.`}
          error={upload.problem}
          announceError={upload.problem !== undefined}
          type="file"
          multiple
        />
        <Field
          name="folder"
          label="Or a folder"
          hint="Everything in it, with the CSV."
          type="file"
          multiple
          {...{ webkitdirectory: "" }}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button busy={upload.progress !== null}>Show preview</Button>
        <span role="status" className="text-ink-2 tabular-nums">
          {upload.progress}
        </span>
      </p>
      {columns && (
        <p className="hint">
          A row with the id of an animal, or with its name and title, changes that animal; any other
          row adds one. A column that is missing changes nothing, and neither does a blank photo.
          Photo is the name of a file, or an https address.
        </p>
      )}
    </PostForm>
  );
}

const Columns = ({ names }: { names: string[] }) => (
  <>
    {names.map((name, index) => (
      <span key={name}>
        {index > 0 && ", "}
        <code>{name}</code>
      </span>
    ))}
  </>
);

/** Deletes the upload; `isDone` when nothing is lost with it. */
export const DiscardForm = ({ isDone }: { isDone: boolean }) => (
  <Form method="post" action={IMPORT_PATH}>
    <IntentButton intent={isDone ? "restart" : "discard"} variant="secondary">
      {isDone ? "Import another file" : "Discard"}
    </IntentButton>
  </Form>
);
