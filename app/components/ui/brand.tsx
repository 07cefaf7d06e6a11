import logoOnDark from "~/images/brand/logo-on-dark.svg";
import logo from "~/images/brand/logo.svg";
import markOnDark from "~/images/brand/mark-on-dark.svg";
import mark from "~/images/brand/mark.svg";
import { useZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

const DARK = "screen and (prefers-color-scheme: dark)";

/** A logo may be dark itself. */
const PLATE = "rounded-input bg-on-forest p-0.5";
const DARK_PLATE = "dark:rounded-input dark:bg-on-forest dark:p-0.5";

const SIZE = { width: 131, height: 36 };

/** The uploaded logo; the mark with the zoo's name until there is one. */
export function Logo({ on = "surface" }: { on?: "surface" | "forest" }) {
  const zoo = useZoo();
  if (zoo.logoUrl)
    return (
      <img
        src={zoo.logoUrl}
        alt={zoo.name}
        height={36}
        className={`h-9 w-auto max-w-44 object-contain ${on === "forest" ? PLATE : DARK_PLATE}`}
      />
    );
  if (isOwnZoo(zoo)) return <Wordmark on={on} name={zoo.shortName} />;
  if (on === "forest")
    return (
      <img src={logoOnDark} alt={zoo.name} className="logo-on-forest w-[8.1875rem]" {...SIZE} />
    );
  return (
    <picture>
      <source media={DARK} srcSet={logoOnDark} {...SIZE} />
      <img src={logo} alt={zoo.name} className="w-[8.1875rem]" {...SIZE} />
    </picture>
  );
}

const Wordmark = ({ on, name }: { on: "surface" | "forest"; name: string }) => (
  <span className="flex h-9 items-center gap-2">
    {on === "forest" ? (
      <img src={markOnDark} alt="" width={36} height={36} />
    ) : (
      <picture>
        <source media={DARK} srcSet={markOnDark} width={36} height={36} />
        <img src={mark} alt="" width={36} height={36} />
      </picture>
    )}
    <span className="text-legend">{name}</span>
  </span>
);

export const Mark = () => (
  <picture>
    <source media={DARK} srcSet={markOnDark} width={56} height={56} />
    <img src={mark} alt="" width={56} height={56} />
  </picture>
);
