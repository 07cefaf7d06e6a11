import type { moneyByDay } from "../chart.presenter.server";
import { useId, type ReactNode } from "react";

type Bar = ReturnType<typeof moneyByDay>["bars"][number];

type Props = {
  title: string;
  line: ReactNode;
  bars: Bar[];
  columnLabels: [string, string];
};

const WIDTH = 70;
const HEIGHT = 100;
const BAR = 0.6;

/** The SVG stretches, so the labels are HTML. Screen readers get the values from its description. */
export function BarChart({ title, line, bars, columnLabels }: Props) {
  return (
    <figure className="card @container p-5 max-[22rem]:px-3">
      <figcaption>
        <h2 className="text-heading">{title}</h2>
        <p className="text-small text-ink-2">{line}</p>
      </figcaption>
      <div className="mt-4">
        <Labels bars={bars} className="pb-1.5 font-semibold">
          {({ wide, narrow }) => <Value wide={wide} narrow={narrow} />}
        </Labels>
        <Bars title={title} bars={bars} />
        <Labels bars={bars} className="pt-1.5 text-ink-2">
          {({ lines }) =>
            lines.map((each) => (
              <span key={each} className={LABEL}>
                {each}
              </span>
            ))
          }
        </Labels>
      </div>
      <details className="mt-3 print:hidden">
        <summary className="inline-flex min-h-11 items-center text-link hover:underline">
          Show as table
        </summary>
        <ChartTable title={title} bars={bars} columnLabels={columnLabels} />
      </details>
    </figure>
  );
}

function Bars({ title, bars }: { title: string; bars: Bar[] }) {
  const id = useId();
  const column = WIDTH / bars.length;
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-43 w-full border-b border-line-strong"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{bars.map(({ name, value }) => `${name}: ${value}`).join(", ")}</desc>
      {bars.map(({ key, height, isEmpty }, index) => (
        <rect
          key={key}
          x={((index + (1 - BAR) / 2) * column).toFixed(2)}
          y={HEIGHT - height}
          width={(BAR * column).toFixed(2)}
          height={height}
          className={isEmpty ? "fill-chart-muted" : "fill-chart"}
        />
      ))}
    </svg>
  );
}

/** Vertical on a phone at twice the text size. */
const LABEL = "block max-[16rem]:inline max-[16rem]:not-first:ms-1.5";

type LabelsProps = { bars: Bar[]; className: string; children: (bar: Bar) => ReactNode };

const Labels = ({ bars, className, children }: LabelsProps) => (
  <div
    aria-hidden="true"
    className={`grid auto-cols-fr grid-flow-col text-center text-badge whitespace-nowrap max-[22rem]:text-[0.65625rem] max-[16rem]:text-[length:inherit] ${className}`}
  >
    {bars.map((bar) => (
      <div
        key={bar.key}
        className="max-[16rem]:self-end max-[16rem]:justify-self-center max-[16rem]:[writing-mode:vertical-rl]"
      >
        {children(bar)}
      </div>
    ))}
  </div>
);

const Value = ({ wide, narrow }: Pick<Bar, "wide" | "narrow">) =>
  wide === narrow ? (
    wide
  ) : (
    <>
      <span className="hidden @min-[30rem]:block">{wide}</span>
      <span className={`@min-[30rem]:hidden ${LABEL}`}>{narrow}</span>
    </>
  );

function ChartTable({ title, bars, columnLabels }: Omit<Props, "line">) {
  return (
    <table className="w-full max-w-[24rem] text-small">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-line text-ink-2">
          <th scope="col" className="py-1.5 text-start font-semibold">
            {columnLabels[0]}
          </th>
          <th scope="col" className="py-1.5 text-end font-semibold">
            {columnLabels[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value }) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {name}
            </th>
            <td className="py-1.5 text-end">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
