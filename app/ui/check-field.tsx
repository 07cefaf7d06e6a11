import type { InputHTMLAttributes, ReactNode } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  label: ReactNode;
  name: string;
};

export function CheckField({ label, ...input }: Props) {
  const { id = input.name } = input;
  return (
    <div className="flex min-h-11 items-center gap-3">
      <input {...input} id={id} type="checkbox" className="size-5 accent-(--brand)" />
      <label htmlFor={id} className="label">
        {label}
      </label>
    </div>
  );
}
