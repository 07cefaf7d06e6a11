type Props = { title: string; line: string };

export function PlaceholderCard({ title, line }: Props) {
  return (
    <section className="card dashed flex flex-col p-5">
      <h2 className="text-heading">{title}</h2>
      <p className="text-small text-ink-2">{line}</p>
      <div className="grid grow grid-cols-1 content-center justify-items-center gap-3 px-2 py-8 text-center">
        <div className="paw-trail" aria-hidden="true" />
        <p className="font-semibold text-ink-2">Coming Soon</p>
      </div>
    </section>
  );
}
