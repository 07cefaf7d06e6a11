import type { LucideIcon } from "lucide-react";

type Props = { of: LucideIcon; size?: number; className?: string };

/**
 * An icon beside a word: drawn 1.5 px thick at 20 px, as large as the text is set, and hidden from screen
 * readers.
 */
export const Icon = ({ of: Drawing, size = 20, className = "" }: Props) => (
  <Drawing size={`${size / 16}rem`} strokeWidth={1.8} className={`flex-none ${className}`} />
);
