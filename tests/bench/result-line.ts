/** One line of the bench: what was measured, against what, and whether it is enough. */
export type Line = { name: string; figure: string; bar: string; ok: boolean };

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** A ratio that has to be reached. */
export function atLeast(name: string, value: number, bar: number, detail = ""): Line {
  const figure = `${value.toFixed(2)} ×${detail}`;
  return { name, figure, bar: `≥ ${bar} ×`, ok: value >= bar };
}

/** A figure that must not be passed. */
export function atMost(name: string, value: number, bar: number, unit: string): Line {
  return { name, figure: `${value.toFixed(1)} ${unit}`, bar: `≤ ${bar} ${unit}`, ok: value <= bar };
}
