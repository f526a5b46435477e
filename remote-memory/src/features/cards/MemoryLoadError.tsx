/** Error state for memories: no read access, or a failed load. */
import { ErrorState } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { NoAccess } from './NoAccess';

export const MEMORY_BLOCKS_FAILED = 'Failed to load memory blocks. Please try again.';

interface MemoryLoadErrorProps {
  error: unknown;
  onRetry(): void;
  retrying: boolean;
}

/** The spec's sentence, followed by the reason from the service. */
export function MemoryLoadError({ error, onRetry, retrying }: MemoryLoadErrorProps) {
  if (isForbidden(error)) {
    return <NoAccess what="the memory blocks of this workspace" />;
  }
  return (
    <ErrorState
      title={MEMORY_BLOCKS_FAILED}
      detail={error instanceof Error ? error.message : undefined}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}
