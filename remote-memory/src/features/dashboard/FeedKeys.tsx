/** J and K move through the feed. */
import type { RefObject } from 'react';
import { useListKeys } from '@hindsight/shared-ui/data';

export function FeedKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  useListKeys(list);
  return null;
}
