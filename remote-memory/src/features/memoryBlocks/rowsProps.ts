/** The properties of the memory list's rows, as cards or as a table. */
import type { AgentName } from '../../model/agent';
import type { Memory } from '../../model/memory';
import type { Wanted } from '../../model/searchMarks';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { Selection } from '@hindsight/shared-ui/data';

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
