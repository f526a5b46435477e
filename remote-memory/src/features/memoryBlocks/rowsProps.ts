/** What the rows of the memory list are given, whichever way they are shown. */
import type { AgentName } from '../../model/agent';
import type { Memory } from '../../model/memory';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { Selection } from './useSelection';

export interface MemoryRowsProps {
  rows: readonly Memory[];
  agents: readonly AgentName[];
  search: Wanted;
  isOutdated: boolean;
  shown: 'cards' | 'table';
  selection: Selection;
  actions: BlockActions;
  problems: ActionProblems;
}
