import type { LucideIcon } from "lucide-react";

type Props = { icon: LucideIcon; size?: number; className?: string };

export const Icon = ({ icon: IconComponent, size = 20, className = "" }: Props) => (
  <IconComponent size={`${size / 16}rem`} strokeWidth={1.8} className={`flex-none ${className}`} />
);
