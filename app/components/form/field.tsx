import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { described, FieldFrame, type FieldLook } from "./field-frame";

type Control<Attributes> = FieldLook & Omit<Attributes, keyof FieldLook>;

export type FieldProps = Control<InputHTMLAttributes<HTMLInputElement>>;

export function Field({
  label,
  hint,
  error,
  saysError,
  optional,
  className,
  ...input
}: FieldProps) {
  const { id = input.name, required } = input;
  return (
    <FieldFrame {...{ id, label, hint, error, saysError, required, optional, className }}>
      <input type="text" {...input} {...described(id, hint, error)} className="control" />
    </FieldFrame>
  );
}

type TextAreaProps = Control<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export function TextArea({ label, hint, error, optional, className, ...props }: TextAreaProps) {
  // Browsers cut off what is pasted beyond the limit, without a word. With script it stays, and the form says so.
  const maxLength = useHydrated() ? undefined : props.maxLength;
  const area = { ...props, maxLength };
  const { id = area.name, required } = area;
  return (
    <FieldFrame {...{ id, label, hint, error, required, optional, className }}>
      <textarea rows={6} {...area} {...described(id, hint, error)} className="control" />
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
      <select {...select} {...described(id, hint, error)} className="control">
        {options.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
