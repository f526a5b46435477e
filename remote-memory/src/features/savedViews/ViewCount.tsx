/** Number of memories in a saved view, for the sidebar: text only, empty until loaded. */
import type { SlotProps } from '@hindsight/shared-contracts/shell';
import { useMemoryCount } from '../../api/memoryCount';
import { isRanked } from '../../model/searchModes';
import { toView } from './viewAddress';

/** Rankings have no count. */
export function ViewCount({ parameters }: SlotProps['navigation.view-count']) {
  const filters = toView(parameters);
  const count = useMemoryCount(filters, !isRanked(filters)).data;
  return count?.toLocaleString(undefined, { notation: 'compact' }) ?? null;
}
