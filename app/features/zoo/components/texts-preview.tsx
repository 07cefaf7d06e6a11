import { useEffect, useRef } from "react";
import { RenderedHtml } from "~/features/site/components/rendered-html";

export type TextsHtml = { story: string; mission: string; privacy: string; terms: string };

const TITLES: [keyof TextsHtml, string][] = [
  ["story", "Our story"],
  ["mission", "Our mission"],
  ["privacy", "Your own section in privacy"],
  ["terms", "Your own section in terms"],
];

/** Takes the focus when it appears; without script the form's action ends in `#preview`. */
export function TextsPreview({ texts }: { texts: TextsHtml }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [texts]);
  const written = TITLES.filter(([name]) => texts[name]);

  return (
    <section
      id="preview"
      ref={box}
      tabIndex={-1}
      aria-labelledby="preview-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <div>
        <h2 id="preview-title" className="text-legend">
          Preview
        </h2>
        <p className="text-small text-ink-2">
          {written.length > 0 ? "Not saved yet." : "None of the texts in Markdown is written yet."}
        </p>
      </div>
      {written.map(([name, title]) => (
        <div key={name}>
          <p className="text-small text-ink-3">{title}</p>
          <RenderedHtml html={texts[name]} className="mt-2 max-w-[44rem]" />
        </div>
      ))}
    </section>
  );
}
