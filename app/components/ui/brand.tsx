import logoOnDark from "~/images/brand/logo-on-dark.svg";
import logo from "~/images/brand/logo.svg";
import markOnDark from "~/images/brand/mark-on-dark.svg";
import mark from "~/images/brand/mark.svg";

const DARK = "screen and (prefers-color-scheme: dark)";

const SIZE = { width: 131, height: 36 };

export function Logo({ on = "surface" }: { on?: "surface" | "forest" }) {
  if (on === "forest")
    return (
      <img src={logoOnDark} alt="Zoo Verse" className="logo-on-forest w-[8.1875rem]" {...SIZE} />
    );
  return (
    <picture>
      <source media={DARK} srcSet={logoOnDark} {...SIZE} />
      <img src={logo} alt="Zoo Verse" className="w-[8.1875rem]" {...SIZE} />
    </picture>
  );
}

export const Mark = () => (
  <picture>
    <source media={DARK} srcSet={markOnDark} width={56} height={56} />
    <img src={mark} alt="" width={56} height={56} />
  </picture>
);
