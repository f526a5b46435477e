/** Says in the place of a page that it did not load: one sentence, one button, and the rest folded away. */
import { ErrorState } from '@hindsight/shared-ui/core';

interface LoadFailureProps {
  /** What did not load, e.g. `This page`. */
  what?: string;
  /** The second sentence. */
  advice?: string;
  /** What an operator asks for: addresses, versions, codes. */
  details: readonly (string | null)[];
  retry(): void;
  retrying?: boolean;
}

/** A file did not arrive, and a further request may. */
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

/** Files of this build are gone, because a newer one took its place. */
export function ReloadNeeded({ details }: Pick<LoadFailureProps, 'details'>) {
  return (
    <ErrorState
      kind="part"
      title="A new version of the dashboard is ready"
      detail="Reload to open this page. What you wrote is kept."
      technical={details.filter(Boolean).join('\n')}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}
