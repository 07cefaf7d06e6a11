type Entry = { id: string; title: string };
type Props = { lists: { entries: readonly Entry[]; label?: string }[]; className?: string };

/** Beside the page; a list with a label begins with its heading. */
export const PageContents = ({ lists, className = "" }: Props) => (
  <nav aria-labelledby="contents" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
    <div className={`border-l-2 border-line pl-5 lg:sticky lg:top-28 ${className}`}>
      <h2 id="contents" className="text-heading">
        Contents
      </h2>
      {lists.map(({ entries, label }) => (
        <ul key={entries[0]?.id} aria-label={label} className="mt-2">
          {entries.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={`link list-link ${title === label ? "font-semibold" : ""}`}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </div>
  </nav>
);
