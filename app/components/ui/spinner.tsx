export function FullScreenSpinner() {
  return (
    <div
      role="status"
      className="late fixed inset-0 z-50 grid place-content-center justify-items-center gap-4 bg-paper"
    >
      <div
        className="size-10 rounded-full border-4 border-line border-t-brand motion-safe:animate-[turn_900ms_linear_infinite]"
        aria-hidden="true"
      />
      <p>Loading…</p>
    </div>
  );
}

export const LoadingLine = ({ children }: { children: string }) => (
  <p role="status" className="late py-10 text-center text-ink-2">
    {children}
  </p>
);
