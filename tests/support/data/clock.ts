import { afterEach, beforeEach, vi } from "vitest";

/** Each test of a file begins at this instant and moves on only when it says so; spies are restored after it. */
export function everyTestBeginsAt(now: number) {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
