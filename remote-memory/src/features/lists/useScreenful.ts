/** Renders a screenful of rows at once and the rest a moment later, so that clicks and letters stay quick. */
import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from '@hindsight/shared-contracts/router';

/** What a large screen shows of small tiles. */
const SCREENFUL = 24;
/** Milliseconds without another letter until the rest is drawn. */
const REST_MS = 150;

/**
 * @param view what is shown, e.g. search, order and page: another one begins with a screenful; a row that changes does not.
 * @returns all rows, or the first of them.
 */
export function useScreenful<Row>(rows: readonly Row[], view: string): readonly Row[] {
  // The browser restores the scroll position on Back, for which it needs the whole height.
  const isBack = useNavigationType() === 'POP';
  const [drawn, setDrawn] = useState(isBack ? view : null);
  const isWhole = drawn === view || rows.length <= SCREENFUL;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(view)), REST_MS);
    return () => clearTimeout(timer);
  }, [view, isWhole]);
  return isWhole ? rows : rows.slice(0, SCREENFUL);
}
