import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { describedBy, FieldFrame, type FieldVariant } from "./field-frame";

type Control<Attributes> = FieldVariant & Omit<Attributes, keyof FieldVariant>;

export type FieldProps = Control<InputHTMLAttributes<HTMLInputElement>>;

export function Field({
  label,
  hint,
  error,
  announceError: saysError,
  optional,
  className,
  ...input
}: FieldProps) {
  const { id = input.name, required } = input;
  return (
    <FieldFrame
      {...{ id, label, hint, error, announceError: saysError, required, optional, className }}
    >
      <input type="text" {...input} {...describedBy(id, hint, error)} className="control" />
    </FieldFrame>
  );
}

type TextAreaProps = Control<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export function TextArea({ label, hint, error, optional, className, ...props }: TextAreaProps) {
  // Browsers cut pasted text at maxLength without notice, so with script the form validates the length instead.
  const maxLength = useHydrated() ? undefined : props.maxLength;
  const area = { ...props, maxLength };
  const { id = area.name, required } = area;
  return (
    <FieldFrame {...{ id, label, hint, error, required, optional, className }}>
      <textarea rows={6} {...area} {...describedBy(id, hint, error)} className="control" />
    </FieldFrame>
  );
}

type SelectProps = Control<SelectHTMLAttributes<HTMLSelectElement>> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
};

export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  options,
  ...select
}: SelectProps) {
  const { id = select.name, required } = select;
  return (
    <FieldFrame {...{ id, label, hint, error, required, optional, className }}>
      <select {...select} {...describedBy(id, hint, error)} className="control">
        {options.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
