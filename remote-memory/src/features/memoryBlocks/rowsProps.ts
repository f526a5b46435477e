/** What the rows of the memory list are given, whichever way they are shown. */
import type { AgentRow } from '../../model/agentRow';
import type { MemoryRow } from '../../model/memoryRow';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { Selection } from './useSelection';

export interface MemoryRowsProps {
  rows: readonly MemoryRow[];
  agents: readonly AgentRow[];
  search: Wanted;
  isOutdated: boolean;
  shown: 'cards' | 'table';
  selection: Selection;
  actions: BlockActions;
  problems: ActionProblems;
}
