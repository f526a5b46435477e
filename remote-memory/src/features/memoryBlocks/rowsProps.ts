/** The properties of the memory list's rows, as cards or as a table. */
import type { AgentName } from '../../model/agent';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { Selection } from '@hindsight/shared-ui/data';

export interface MemoryRowsProps {
  rows: readonly RankedMemory[];
  agents: readonly AgentName[];
  search: Wanted;
  isOutdated: boolean;
  shown: 'cards' | 'table';
  selection: Selection;
  actions: BlockActions;
  problems: ActionProblems;
}
