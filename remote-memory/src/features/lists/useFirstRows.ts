/** Draws the first rows of a page without holding up the page. */
import { useDeferredValue } from 'react';

/**
 * The answer of a query, except that the first one comes a moment later, when React has drawn its rows in steps between which the page
 * answers. Later ones come at once, together with the focus that follows them.
 */
export function useFirstRows<T>(data: T | undefined): T | undefined {
  const isThere = useDeferredValue(data !== undefined);
  return isThere ? data : undefined;
}
