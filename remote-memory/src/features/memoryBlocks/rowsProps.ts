/** The properties of the memory list's rows, as cards or as a table. */
import type { Sort } from '../../model/memoryFilters';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { TableLook } from './tableOptions';
import type { Selection } from '@hindsight/shared-ui/data';

/** How the memories are shown, the default first. */
export const SHOWN = ['rows', 'cards', 'table'] as const;
export type Shown = (typeof SHOWN)[number];

export interface MemoryRowsProps {
  rows: readonly RankedMemory[];
  search: Wanted;
  isOutdated: boolean;
  shown: Shown;
  look: TableLook;
  /** The order of the list; null for a ranking, which has its own. */
  sort: Sort | null;
  onSort(sort: Sort): void;
  selection: Selection;
  actions: BlockActions;
  problems: ActionProblems;
}
