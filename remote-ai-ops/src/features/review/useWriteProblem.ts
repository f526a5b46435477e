/** Why the person cannot change anything in the active workspace. */
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';

/** A sentence that disables whatever writes, or null. */
export function useWriteProblem(): string | null {
  const { session, scope } = useShell();
  return writeProblem(session, scope);
}
