import type { PointerEvent } from 'react';

/**
 * A `title` that is computed on hover, for expensive texts: the first date format on a page takes tens of milliseconds, and a list shows
 * dozens.
 */
export const hintOnHover = (text: () => string) => ({
  onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = text();
  },
});
