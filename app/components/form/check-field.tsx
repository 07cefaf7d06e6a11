import type { InputHTMLAttributes, ReactNode } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  label: ReactNode;
  name: string;
};

export function CheckField({ label, ...input }: Props) {
  const { id = input.name } = input;
  return (
    <label htmlFor={id} className="label flex min-h-11 w-fit items-center gap-3">
      <input {...input} id={id} type="checkbox" className="size-5 flex-none accent-brand" />
      <span>{label}</span>
    </label>
  );
}
