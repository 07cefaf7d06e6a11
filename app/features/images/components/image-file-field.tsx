import { useState } from "react";
import { Field } from "~/components/form/field";
import { ACCEPTED } from "../image.rules";
import { prepareChosenImage } from "./prepare-image";

/** Shrinks what is too large before it is sent; without script the server says that it is. */
export function ImageFileField({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>();
  return (
    <Field
      name={name}
      label="Image file"
      hint="JPEG, PNG, WebP or AVIF, at most 5 MB."
      error={problem}
      announceError={problem !== undefined}
      type="file"
      optional
      accept={ACCEPTED}
      onChange={async ({ currentTarget: field }) => {
        setProblem(undefined);
        setProblem((await prepareChosenImage(field))?.problem ?? undefined);
      }}
    />
  );
}
