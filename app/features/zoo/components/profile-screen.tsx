import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, Field, NameField } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { PageHead } from "~/components/layout/page-head";
import { CardHead } from "~/components/ui/section";
import { ImageFileField } from "~/features/images/components/image-file-field";
import type { ScreenData } from "~/lib/screen-data";
import type { profileView } from "../zoo.presenter.server";
import { imageField, MAX_LINKS, type ZooImage } from "../zoo-profile";

const PATH = "/admin/dashboard/zoo";

type View = ScreenData<typeof profileView>;
type Props = View & { formError: FormError | undefined };

export function ProfileScreen({ version, values, images, formError }: Props) {
  return (
    <>
      <PageHead
        title="Profile"
        description="What the zoo is called and where it is: on every page, in mails and on tickets."
      />
      <PostForm
        action={PATH}
        formError={errorForIntent(formError, "profile")}
        prefill={values}
        aria-label="Profile"
        className="card grid gap-5 p-5 lg:p-6"
      >
        <p>
          <RequiredNote />
        </p>
        <ErrorSummary />
        <VersionField name="seen" value={version} />
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <NameField required maxLength={60} autoComplete="organization" />
          <Field
            name="shortName"
            label="Short name"
            hint="Under the icon on a phone, and beside the mark."
            required
            maxLength={20}
            autoComplete="off"
          />
          <Field name="legalName" label="Legal name" optional maxLength={120} autoComplete="off" />
          <Field
            name="taxNumber"
            label="GSTIN"
            hint="15 characters."
            optional
            maxLength={15}
            autoComplete="off"
          />
          <Field
            name="taxPercent"
            label="GST in the prices, in percent"
            hint="On receipts from now on. 0: no tax line."
            optional
            inputMode="decimal"
            maxLength={5}
            autoComplete="off"
          />
          <Field name="street" label="Street" required maxLength={80} autoComplete="off" />
          <Field name="city" label="City" required maxLength={60} autoComplete="off" />
          <Field name="postcode" label="Postcode" optional maxLength={12} autoComplete="off" />
          <Field
            name="country"
            label="Country"
            hint="Two letters, such as IN."
            required
            maxLength={2}
            autoComplete="off"
          />
          <Field
            name="phone"
            label="Phone"
            hint="With + and the country."
            optional
            type="tel"
            maxLength={30}
            autoComplete="off"
          />
          <EmailField hint="Answers to the zoo’s mails come here." autoComplete="off" />
          <Field
            name="mapUrl"
            label="Link to a map"
            optional
            type="url"
            inputMode="url"
            maxLength={300}
            placeholder="https://"
            autoComplete="off"
          />
        </div>
        <fieldset className="grid gap-4">
          <legend className="text-legend mb-3">Elsewhere on the web</legend>
          <div className="grid items-end gap-5 sm:grid-cols-2">
            {Array.from({ length: MAX_LINKS }, (_, nth) => (
              <Field
                key={nth}
                name={`link-${nth}`}
                label={`Link ${nth + 1}`}
                optional
                type="url"
                inputMode="url"
                maxLength={300}
                placeholder="https://"
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
        <p>
          <IntentButton intent="profile">Save</IntentButton>
        </p>
      </PostForm>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ImageForm
          which="logo"
          title="Logo"
          line="In the header, in mails and wherever the zoo is named. Best wide and low, with a transparent ground."
          image={images.logo}
          formError={formError}
        />
        <ImageForm
          which="hero"
          title="Photograph of the home page"
          line="At least 1,280 pixels wide. Instead of the red panda of a new zoo."
          image={images.hero}
          formError={formError}
        />
      </div>
    </>
  );
}

type ImageProps = {
  which: ZooImage;
  title: string;
  line: string;
  image: { url: string; version: string; alt?: string };
  formError: FormError | undefined;
};

const ImageForm = ({ which, title, line, image, formError }: ImageProps) => (
  <PostForm
    id={which}
    tabIndex={-1}
    action={PATH}
    encType="multipart/form-data"
    formError={formError?.values.which === which ? formError : undefined}
    prefill={{ heroAlt: image.alt ?? "" }}
    aria-labelledby={`${which}-title`}
    className="card grid gap-5 p-5 lg:p-6"
  >
    <CardHead id={`${which}-title`} title={title}>
      {line}
    </CardHead>
    <ErrorSummary />
    {/* Before the file, because the end of an upload that is too large is not read. */}
    <input type="hidden" name="which" value={which} />
    <VersionField name="seen" value={image.version} />
    {image.url && (
      <img
        src={image.url}
        alt={`The ${which === "logo" ? "logo" : "photograph"} now`}
        className={
          which === "logo"
            ? "h-16 w-auto max-w-full justify-self-start object-contain"
            : "aspect-video w-full rounded-card object-cover"
        }
      />
    )}
    {image.alt !== undefined && (
      <Field
        name="heroAlt"
        label="What it shows"
        hint="For people who cannot see it."
        required
        maxLength={120}
        autoComplete="off"
      />
    )}
    <ImageFileField name={imageField(which)} />
    <div className="flex flex-wrap gap-3">
      <IntentButton intent={`save-${which}`}>Save image</IntentButton>
      {image.url && (
        <IntentButton intent={`remove-${which}`} variant="danger-ghost" formNoValidate>
          Remove image
        </IntentButton>
      )}
    </div>
  </PostForm>
);
