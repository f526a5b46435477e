/** Keeps a list on a page that exists. */
import { useEffect, useEffectEvent } from 'react';

interface Pages {
  /** How many rows the very view has that is asked for; undefined until that is known. */
  total: number | undefined;
  size: number;
  /** Corrects the address. */
  show(change: { page: number }): void;
}

/** The last page of a list, at least 1. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/**
 * Corrects a page past the end, e.g. of an old link or after rows were deleted.
 * @returns the page that exists, and whether the address is being corrected: until then no list may claim to be empty.
 */
export function useClampedPage(asked: number, { total, size, show }: Pages) {
  const page = total === undefined ? asked : Math.min(asked, lastPage(total, size));
  const isPastEnd = page < asked;
  const correct = useEffectEvent(() => show({ page }));
  useEffect(() => {
    if (isPastEnd) correct();
  }, [isPastEnd]);
  return { page, isPastEnd };
}
