import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { MAX_LENGTH } from "~/lib/text-limits";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { FieldFrame, useField, type FieldVariant } from "./field-frame";

type Control<Attributes> = FieldVariant & Omit<Attributes, keyof FieldVariant>;

export type FieldProps = Control<InputHTMLAttributes<HTMLInputElement>>;

export function Field(props: FieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} className="control" />
    </FieldFrame>
  );
}

export const NameField = (props: Partial<FieldProps>) => (
  <Field name="name" label="Name" maxLength={MAX_LENGTH.name} {...props} />
);

export const EmailField = (props: Partial<FieldProps>) => (
  <Field name="email" label="Email" type="email" required maxLength={MAX_LENGTH.email} {...props} />
);

export function TextArea(props: Control<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  // Browsers cut pasted text at maxLength without notice, so with script the form validates the length instead.
  const maxLength = useHydrated() ? undefined : props.maxLength;
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={6} {...control} maxLength={maxLength} className="control" />
    </FieldFrame>
  );
}

type SelectProps = Control<SelectHTMLAttributes<HTMLSelectElement>> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
};

export function SelectField({ options, ...props }: SelectProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <select {...control} className="control">
        {options.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
