/** Replaces a page that did not load: one sentence, one button, and collapsed details. */
import { ErrorState } from '@hindsight/shared-ui/core';

interface LoadFailureProps {
  /** Subject of the message, e.g. `This page`. */
  what?: string;
  /** Second sentence. */
  advice?: string;
  /** Details for an operator: URLs, versions, codes. */
  details: readonly (string | null)[];
  retry(): void;
  retrying?: boolean;
}

/** A file failed to load, and a retry may succeed. */
export function LoadFailure({
  what = 'This page',
  advice = 'Check your connection and your ad blocker, then try again.',
  details,
  retry,
  retrying,
}: LoadFailureProps) {
  return (
    <ErrorState
      kind="part"
      title={`${what} didn't load`}
      detail={advice}
      technical={details.filter(Boolean).join('\n')}
      retryLabel="Retry"
      retrying={retrying}
      onRetry={retry}
    />
  );
}

/** Files of this build are gone, because a newer build replaced it. */
export function ReloadNeeded({ details }: Pick<LoadFailureProps, 'details'>) {
  return (
    <ErrorState
      kind="part"
      title="A new version of the dashboard is ready"
      detail="Reload to open this page. Your unsaved text is kept."
      technical={details.filter(Boolean).join('\n')}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}
