/** Reasons why actions on memories are disabled. */
import { useMemo } from 'react';
import { LLM_OFF, writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';

export interface ActionProblems {
  /** Archive, delete and edit. */
  write: string | null;
  compaction: string | null;
  keywords: string | null;
}

/** One sentence per kind of action, or null if it is enabled. */
export function useActionProblems(): ActionProblems {
  const { session, scope, flags, slotProblem } = useShell();
  const write = writeProblem(session, scope);
  const llm = flags.llmEnabled ? null : LLM_OFF;
  const compaction = llm ?? write ?? slotProblem('memory-block.compaction');
  const keywords = llm ?? write ?? slotProblem('memory-block.keyword-suggestions');
  return useMemo(() => ({ write, compaction, keywords }), [write, compaction, keywords]);
}
