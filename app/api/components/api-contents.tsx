type Group = { name: string; title: string; calls: { id: string; summary: string }[] };

export function ApiContents({ groups }: { groups: Group[] }) {
  return (
    <nav aria-labelledby="contents" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <div className="border-l-2 border-line pl-5 text-small lg:sticky lg:top-28 lg:max-h-[calc(100vh-9rem)] lg:overflow-y-auto">
        <h2 id="contents" className="text-heading">
          Contents
        </h2>
        <ul className="mt-2">
          <Entry to="guide" text="How it works" />
        </ul>
        {groups.map(({ name, title, calls }) => (
          <ul key={name} aria-label={title} className="mt-3">
            <Entry to={name} text={title} isHead />
            {calls.map(({ id, summary }) => (
              <Entry key={id} to={id} text={summary} />
            ))}
          </ul>
        ))}
      </div>
    </nav>
  );
}

function Entry({ to, text, isHead = false }: { to: string; text: string; isHead?: boolean }) {
  return (
    <li>
      <a href={`#${to}`} className={isHead ? "link list-link font-semibold" : "link list-link"}>
        {text}
      </a>
    </li>
  );
}
