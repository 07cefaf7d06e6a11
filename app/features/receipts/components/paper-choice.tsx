import { Link } from "@remix-run/react";
import { PAPERS, type Paper } from "../receipt.rules";

/** The paper is chosen by a link, which the print styles follow. */
export const PaperChoice = ({ paper }: { paper: Paper }) => (
  <div role="group" aria-label="Paper" className="flex gap-3">
    {(Object.keys(PAPERS) as Paper[]).toReversed().map((each) => (
      <Link
        key={each}
        to={`?paper=${each}`}
        replace
        preventScrollReset
        aria-current={each === paper || undefined}
        className={`btn btn-44 ${each === paper ? "btn-primary" : "btn-secondary"}`}
      >
        {PAPERS[each]}
      </Link>
    ))}
  </div>
);
