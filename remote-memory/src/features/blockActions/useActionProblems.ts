/** Why what can be done with memory blocks cannot be done now. */
import { useMemo } from 'react';
import { LLM_OFF, writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';

export interface ActionProblems {
  /** Archive, delete, edit. */
  write: string | null;
  compaction: string | null;
  keywords: string | null;
}

/** A sentence each, or null when it can be done. */
export function useActionProblems(): ActionProblems {
  const { session, scope, flags, slotProblem } = useShell();
  const write = writeProblem(session, scope);
  const llm = flags.llmEnabled ? null : LLM_OFF;
  const compaction = llm ?? write ?? slotProblem('memory-block.compaction');
  const keywords = llm ?? write ?? slotProblem('memory-block.keyword-suggestions');
  return useMemo(() => ({ write, compaction, keywords }), [write, compaction, keywords]);
}
