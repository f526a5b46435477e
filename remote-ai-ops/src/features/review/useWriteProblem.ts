/** Why the person cannot change anything in a workspace. */
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';

/** A sentence that disables whatever writes, or null. @param place another workspace than the active one. */
export function useWriteProblem(place?: ActiveScope): string | null {
  const { session, scope } = useShell();
  return writeProblem(session, place ?? scope);
}
