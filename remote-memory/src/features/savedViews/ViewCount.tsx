/** How many memories a saved view shows, for the sidebar: the text alone, nothing while it is not known. */
import type { SlotProps } from '@hindsight/shared-contracts/shell';
import { useMemoryCount } from '../../api/memoryCount';
import { isRanked } from '../../model/searchModes';
import { toView } from './viewAddress';

/** A ranking has no count. */
export function ViewCount({ parameters }: SlotProps['navigation.view-count']) {
  const filters = toView(parameters);
  const count = useMemoryCount(filters, !isRanked(filters)).data;
  return count?.toLocaleString(undefined, { notation: 'compact' }) ?? null;
}
