export function ApiCode({ label, text }: { label: string; text: string }) {
  return (
    <figure className="mt-4">
      <figcaption className="text-badge font-semibold text-ink-3">{label}</figcaption>
      <pre className="mt-1 rounded-input border border-line bg-sunken p-4 text-table break-words whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
