/** Chance that repeats: the same seed always gives the same numbers, so that a failure can be looked at again. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;

  /** From 0 up to but not including 1 (mulberry32). */
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));

  return {
    /** A whole number, both ends included. */
    whole,
    chance: (of: number) => fraction() < of,
    oneOf: <T>(choices: readonly T[]): T => {
      const chosen = choices[whole(0, choices.length - 1)];
      if (chosen === undefined) throw new Error("There is nothing to choose from");
      return chosen;
    },
  };
}

export type Random = ReturnType<typeof randomFrom>;

/** All of a corpus in continuous integration; elsewhere a share of it, another one each day. */
export const sampled = <T>(corpus: T[], share = 4) => {
  const today = Math.floor(Date.now() / 86_400_000) % share;
  return process.env.CI ? corpus : corpus.filter((_, at) => at % share === today);
};
