/** Ticks of a count axis. */

const INTERVALS = 4;

/** Round integers from 0 to the first one not less than `max`, e.g. `[0, 2, 4, 6]` for 5; `[0, 1]` for 0. */
export function axisTicks(max: number): number[] {
  const least = Math.max(1, max) / INTERVALS;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].find((times) => times * unit >= least)! * unit);
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, n) => n * step);
}
