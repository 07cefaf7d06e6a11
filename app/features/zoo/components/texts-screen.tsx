import type { ReactNode } from "react";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, TextArea } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { PageHead } from "~/components/layout/page-head";
import type { ScreenData } from "~/lib/screen-data";
import type { textsView } from "../zoo.presenter.server";
import { FIGURES, WHY_POINTS } from "../zoo-profile";
import { TextsPreview, type TextsHtml } from "./texts-preview";

type Props = ScreenData<typeof textsView> & {
  formError: (FormError & { preview?: TextsHtml }) | undefined;
};

const PATH = "/admin/dashboard/zoo/texts";

const MARKDOWN = "Markdown: blank lines between paragraphs, **bold**, [links](https://…), lists.";

export function TextsScreen({ version, values, formError }: Props) {
  return (
    <>
      <PageHead
        title="Texts"
        description="What public pages say. An empty field has the text of a new zoo."
      />
      <PostForm
        action={PATH}
        formError={formError}
        prefill={values}
        aria-label="Texts"
        className="grid gap-6"
      >
        <ErrorSummary />
        <VersionField name="seen" value={version} />
        <Card title="Home">
          <Field name="headline" label="Headline" optional maxLength={80} autoComplete="off" />
          <TextArea name="lede" label="Sentence under it" optional maxLength={300} rows={2} />
          {Array.from({ length: WHY_POINTS }, (_, nth) => (
            <Pair key={nth}>
              <Field
                name={`why-${nth}-title`}
                label={`Reason ${nth + 1}`}
                optional
                maxLength={40}
                autoComplete="off"
              />
              <Field
                name={`why-${nth}-line`}
                label={`Line of reason ${nth + 1}`}
                optional
                maxLength={160}
                autoComplete="off"
              />
            </Pair>
          ))}
          <Pair>
            <Field
              name="promoHeading"
              label="Heading above the prices"
              optional
              maxLength={80}
              autoComplete="off"
            />
            <Field
              name="promoLine"
              label="Line under the prices"
              optional
              maxLength={200}
              autoComplete="off"
            />
          </Pair>
        </Card>
        <Card title="About">
          <TextArea name="story" label="Our story" optional hint={MARKDOWN} maxLength={10_000} />
          <TextArea
            name="mission"
            label="Our mission"
            optional
            hint={MARKDOWN}
            maxLength={10_000}
          />
          {Array.from({ length: FIGURES }, (_, nth) => (
            <Pair key={nth}>
              <Field
                name={`figure-${nth}`}
                label={`Figure ${nth + 1}`}
                optional
                maxLength={10}
                autoComplete="off"
              />
              <Field
                name={`figure-${nth}-of`}
                label={`What figure ${nth + 1} counts`}
                optional
                maxLength={40}
                autoComplete="off"
              />
            </Pair>
          ))}
        </Card>
        <Card title="Contact, privacy and terms">
          <TextArea
            name="contact"
            label="Sentence of the contact page"
            optional
            maxLength={300}
            rows={2}
          />
          {(["privacy", "terms"] as const).map((page) => (
            <div key={page} className="grid gap-5">
              <Field
                name={`${page}Title`}
                label={`Heading of your own section in ${page}`}
                optional
                maxLength={80}
                autoComplete="off"
              />
              <TextArea
                name={page}
                label={`Your own section in ${page}`}
                optional
                hint={MARKDOWN}
                maxLength={10_000}
              />
            </div>
          ))}
        </Card>
        {formError?.preview && <TextsPreview texts={formError.preview} />}
        <p className="flex flex-wrap gap-3">
          <IntentButton intent="save">Save</IntentButton>
          <IntentButton intent="preview" variant="secondary" formAction={`${PATH}#preview`}>
            Preview
          </IntentButton>
        </p>
      </PostForm>
    </>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="card grid gap-5 p-5 lg:p-6">
    <legend className="text-legend float-left w-full">{title}</legend>
    <div className="clear-both grid gap-5">{children}</div>
  </fieldset>
);

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-end gap-5 sm:grid-cols-2">{children}</div>
);
