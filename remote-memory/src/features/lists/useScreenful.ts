/** Renders a screenful of rows at once and the rest a moment later, so that clicks and letters stay quick. */
import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from '@hindsight/shared-contracts/router';

/** What a large screen shows of small tiles. */
const SCREENFUL = 24;
/** Milliseconds, without another letter, until the rest is drawn. */
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

/** A card is hardly smaller than this, in pixels. */
const CARD = { width: 400, height: 300 };
const cardsInSight = () =>
  Math.max(1, Math.floor(window.innerWidth / CARD.width)) * Math.ceil(window.innerHeight / CARD.height);

/** Not by a reload or Back, which restore the scroll position and need the true height for it. */
const OPENED_ANEW = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'navigate');

/**
 * For cards, each of which takes long to lay out: on the page that the document is opened at, those that the window shows come first and
 * the rest, whose places are kept, a moment later. Afterwards all of them, at once.
 * @returns how many of the cards are to be drawn.
 */
export function useFirstScreenful(count: number, isOpenedAnew = OPENED_ANEW): number {
  const isFirstPage = useLocation().key === 'default';
  const [isWhole, setWhole] = useState(() => !isFirstPage || !isOpenedAnew);
  const isWaiting = !isWhole && count > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => startTransition(() => setWhole(true)), REST_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWhole ? count : Math.min(count, cardsInSight());
}
