import type { Photo } from "../stock-photos.server";

/** What the licences ask for: who took it, under which licence, and that it was changed. */
export function PhotoCredit({ subject, credit }: { subject: string; credit: Photo["credit"] }) {
  return (
    <>
      {credit.author},{" "}
      <a href={credit.licenceUrl} rel="license" className="link">
        {licenceName(credit.licence)}
      </a>
      , cropped and resized,{" "}
      <a href={credit.source} className="link">
        source<span className="sr-only"> of the {subject} photograph</span>
      </a>
    </>
  );
}

/** `CC-BY-SA-4.0` as people write it: CC BY-SA 4.0 */
const licenceName = (licence: string) => licence.replace("CC-", "CC ").replace(/-(?=\d)/, " ");
