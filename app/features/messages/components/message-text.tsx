type Props = {
  children: string;
  from: string;
  what: "subject" | "message";
};

/** Estimated characters in three lines of the column. */
const MAX_COLLAPSED_LENGTH = { subject: 50, message: 110 };

export function MessageText({ children, from, what }: Props) {
  const isLong = children.length > MAX_COLLAPSED_LENGTH[what] || children.split("\n").length > 3;
  if (!isLong) return <p className="whitespace-pre-line">{children}</p>;
  return (
    <div>
      <p className="whitespace-pre-line lg:line-clamp-3 lg:has-[+[open]]:line-clamp-none">
        {children}
      </p>
      <details className="group max-lg:hidden print:hidden">
        <summary className="link w-fit py-0.5" aria-describedby={from}>
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
          <span className="sr-only"> of the {what}</span>
        </summary>
      </details>
    </div>
  );
}
