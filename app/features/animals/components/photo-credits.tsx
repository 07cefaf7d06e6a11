import { useLocation, useNavigationType } from "@remix-run/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useRef } from "react";
import { Icon } from "~/components/ui/icon";
import type { photoCredits } from "../stock-photos.server";
import { useZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";
import { PhotoCredit } from "./photo-credit";

const ID = "photo-credits";

type Props = { credits: ReturnType<typeof photoCredits> };

export function PhotoCredits({ credits }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  const zoo = useZoo();
  const isLinkTarget = useNavigationType() === "PUSH" && hash === `#${ID}`;

  // Opened by a press on "Photo credits" in the footer. For an address that was typed or shared they
  // stay closed, because opening them would move the page while somebody reads it.
  useEffect(() => {
    if (isLinkTarget && details.current) details.current.open = true;
  }, [isLinkTarget, key]);

  return (
    <details ref={details} id={ID} className="card group">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-5 py-3 text-legend hover:bg-sunken">
        <h2>Photo credits</h2>
        <Icon icon={ChevronDown} className="group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-5">
        <p className="text-ink-2">
          The photographs of the animals come from Wikimedia Commons. Each was cropped, made smaller
          and saved again; those under CC BY-SA stay under that licence as they are here.
        </p>
        <ul className="mt-5 gap-x-10 text-small md:columns-2">
          {credits.map(({ id, name, credit }) => (
            <li key={id} className="break-inside-avoid pb-2.5">
              <span className="font-semibold">{name}:</span>{" "}
              <PhotoCredit subject={name} credit={credit} />
            </li>
          ))}
        </ul>
        <p className="mt-3 text-ink-2">
          The large pictures of the site are the same photographs:{" "}
          {!zoo.heroUrl && "the red panda on the home page and on shared links, "}
          {!isOwnZoo(zoo) &&
            "the giraffe beside the ticket prices, the spoonbills at the top of this page, "}
          the meerkats on the page for addresses that do not exist, and the kingfisher where staff
          sign in.
        </p>
      </div>
    </details>
  );
}
