import { ButtonLink } from "./button";

type Props = { page: number; pages: number; hrefFor: (page: number) => string };

export function Pager({ page, pages, hrefFor }: Props) {
  return (
    <nav
      aria-label="Pages"
      className="pager flex flex-wrap items-center justify-between gap-x-2 gap-y-4 sm:justify-center sm:gap-x-4"
    >
      <Step to={page > 1 ? hrefFor(page - 1) : null} rel="prev" label="Previous" />
      <p className="flex-auto basis-14 text-center sm:flex-none">
        Page {page} of {pages}
      </p>
      <Step to={page < pages ? hrefFor(page + 1) : null} rel="next" label="Next" />
    </nav>
  );
}

function Step({ to, rel, label }: { to: string | null; rel: "prev" | "next"; label: string }) {
  if (to !== null) {
    return (
      <ButtonLink to={to} rel={rel} variant="secondary" className="max-sm:px-3">
        {label}
      </ButtonLink>
    );
  }
  return (
    <span className="btn btn-secondary btn-44 max-sm:px-3" aria-disabled="true">
      {label}
    </span>
  );
}
