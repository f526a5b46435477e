/** Props shared by the row, card and table layouts of the memory list. */
import type { Sort } from '../../model/memoryFilters';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { TableLook } from './tableOptions';
import type { Selection } from '@hindsight/shared-ui/data';

/** Layouts, the default first. */
export const SHOWN = ['rows', 'cards', 'table'] as const;
export type Shown = (typeof SHOWN)[number];

export interface MemoryRowsProps {
  rows: readonly RankedMemory[];
  search: Wanted;
  isOutdated: boolean;
  shown: Shown;
  look: TableLook;
  /** Sort order of the list; null for a ranking, whose order is fixed. */
  sort: Sort | null;
  onSort(sort: Sort): void;
  selection: Selection;
  actions: BlockActions;
  problems: ActionProblems;
}
