/** Why the user cannot write to a workspace. */
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';

/** The reason why write actions are disabled, as a sentence, or null. @param place workspace other than the active one. */
export function useWriteProblem(place?: ActiveScope): string | null {
  const { session, scope } = useShell();
  return writeProblem(session, place ?? scope);
}
