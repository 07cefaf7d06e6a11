import { ACCEPTED } from "~/features/images/image.rules";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Button } from "~/components/ui/button";
import { Field } from "~/components/form/field";
import type { useAnimalForm } from "./use-animal-form";

type Props = {
  mayUpload: boolean;
  hasOwn: boolean;
  canRemove: boolean;
  script: ReturnType<typeof useAnimalForm>;
};

export function AnimalImageField({ mayUpload, hasOwn, canRemove, script }: Props) {
  const { isRemoved } = script;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="text-legend float-left w-full">Picture</legend>
      <p className="hint clear-both">{lineFor(hasOwn, isRemoved)}</p>
      <Field
        name="imageUrl"
        label="Image URL"
        type="url"
        optional
        inputMode="url"
        maxLength={MAX_LENGTH.address}
        autoComplete="off"
        placeholder="https://"
        onInput={script.typeAddress}
      />
      <p className="flex items-center gap-3 text-ink-3" aria-hidden="true">
        <span className="h-px grow bg-line" /> or <span className="h-px grow bg-line" />
      </p>
      {mayUpload ? (
        <Field
          name="image"
          label="Image file"
          hint="A chosen file is used instead of the URL. JPEG, PNG, WebP or AVIF, at most 5 MB."
          error={script.problem}
          announceError={script.problem !== undefined}
          type="file"
          optional
          accept={ACCEPTED}
          onInput={script.choose}
        />
      ) : (
        <p className="hint">
          Only owners and admins can upload a file. You can enter a URL instead.
        </p>
      )}
      {isRemoved && <input type="hidden" name="removeImage" value="yes" />}
      {canRemove && (
        <Button
          variant="danger-ghost"
          name="intent"
          value="remove-image"
          formNoValidate
          className="-ml-4.5 justify-self-start"
          onClick={script.removeImage}
        >
          Remove Image
        </Button>
      )}
    </fieldset>
  );
}

function lineFor(hasOwn: boolean, isRemoved: boolean) {
  if (isRemoved) return "The picture is removed when you save.";
  return hasOwn
    ? "The current picture stays until you replace or remove it."
    : "Without a picture, visitors see a paw.";
}
