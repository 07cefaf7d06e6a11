/** Probably more than three lines of the column, judged without drawing it. */
const isLong = (text: string) => text.length > 110 || text.split("\n").length > 3;

/** Three lines, and the rest on demand; on phones all of it. */
export function MessageText({ children, from }: { children: string; from: string }) {
  if (!isLong(children)) return <p className="whitespace-pre-line">{children}</p>;
  return (
    <div>
      <p className="whitespace-pre-line lg:line-clamp-3 lg:has-[+[open]]:line-clamp-none">
        {children}
      </p>
      <details className="group max-lg:hidden print:hidden">
        <summary className="link w-fit py-0.5" aria-describedby={from}>
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </summary>
      </details>
    </div>
  );
}
