/** Keeps a list on an existing page. */
import { useEffect, useEffectEvent } from 'react';

interface Pages {
  /** Number of rows in exactly this view; undefined until known. */
  total: number | undefined;
  size: number;
  /** Corrects the URL. */
  show(change: { page: number }): void;
}

/** The last page of a list, at least 1. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/**
 * Corrects a page past the end, e.g. from an old link or after rows were deleted.
 * @returns the nearest existing page, and whether the URL is being corrected: until then the list must not appear empty.
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
