/** Why an item's memories are not shown: gone, or not loaded. */
import { ErrorState } from '@hindsight/shared-ui/core';
import { isGone } from '../../api/blocks';
import { inboxTexts as texts } from './texts';

interface LoadErrorProps {
  /** Null where the service answered that there is none. */
  error: Error | null;
  retry?: { onRetry(): void; retrying: boolean };
}

export function LoadError({ error, retry = undefined }: LoadErrorProps) {
  return error === null || isGone(error) ? (
    <ErrorState title={texts.gone} />
  ) : (
    <ErrorState title={texts.itemFailed} detail={error.message} {...retry} />
  );
}
