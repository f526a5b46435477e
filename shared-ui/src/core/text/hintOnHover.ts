import type { PointerEvent } from 'react';

/**
 * A `title` that is written when the pointer comes, for texts that take long: the first format of dates in a page takes some ten
 * milliseconds, and a list shows dozens.
 */
export const hintOnHover = (text: () => string) => ({
  onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = text();
  },
});
