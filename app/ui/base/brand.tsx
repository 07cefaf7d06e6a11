import logo from "~/images/brand/logo.svg";
import logoOnDark from "~/images/brand/logo-on-dark.svg";
import mark from "~/images/brand/mark.svg";
import markOnDark from "~/images/brand/mark-on-dark.svg";

const DARK = "screen and (prefers-color-scheme: dark)";

type LogoProps = { on?: "surface" | "forest"; height?: number };

/** The paper logo changes with the theme; on forest it is always the light one. */
export function Logo({ on = "surface", height = 36 }: LogoProps) {
  const size = { height, width: Math.round((height * 233) / 64) };
  if (on === "forest")
    return <img src={logoOnDark} alt="Zoo Verse" className="logo-on-forest" {...size} />;
  return (
    <picture>
      <source media={DARK} srcSet={logoOnDark} {...size} />
      <img src={logo} alt="Zoo Verse" {...size} />
    </picture>
  );
}

export const Mark = ({ size = 56 }: { size?: number }) => (
  <picture>
    <source media={DARK} srcSet={markOnDark} width={size} height={size} />
    <img src={mark} alt="" width={size} height={size} />
  </picture>
);
