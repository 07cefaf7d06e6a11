import { useEffect, useRef, type ReactNode } from "react";
import { Section } from "~/components/ui/section";

type Props = { secret: string; children?: ReactNode };

/** Takes the focus when it appears. The next page no longer has the secret. */
export function SecretCard({ secret, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [secret]);
  return (
    <div id="errors" ref={box} tabIndex={-1} role="status" className="card grid gap-3 p-5 lg:p-6">
      <Section id="secret" title="Copy the secret now">
        <p className="text-ink-2">
          The receiver checks with it that a message comes from here. It is shown only this once.
        </p>
        <p>
          <code className="wrap-anywhere select-all">{secret}</code>
        </p>
      </Section>
      {children}
    </div>
  );
}
