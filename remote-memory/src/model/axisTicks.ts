/** The marks of an axis of counts. */

const INTERVALS = 4;

/** Whole round numbers from 0 to the first that is no less than `max`, e.g. `[0, 2, 4, 6]` for 5; `[0, 1]` for nothing. */
export function axisTicks(max: number): number[] {
  const least = Math.max(1, max) / INTERVALS;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].find((times) => times * unit >= least)! * unit);
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, n) => n * step);
}
