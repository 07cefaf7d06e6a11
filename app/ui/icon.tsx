import type { LucideIcon } from "lucide-react";

type Props = { of: LucideIcon; size?: number; className?: string };

/** An icon beside a word: drawn 1.5 px thick at 20 px, as large as the text is set, and silent. */
export function Icon({ of: Drawing, size = 20, className }: Props) {
  return (
    <Drawing
      size={`${size / 16}rem`}
      strokeWidth={1.8}
      aria-hidden="true"
      focusable="false"
      className={`flex-none ${className ?? ""}`}
    />
  );
}
