/** One part of a page could not be loaded, and the rest of the page is there. */
import type { ReactNode } from 'react';
import { Button } from '../actions/Button';

interface LoadFailedProps {
  /** The query that failed: Try Again asks it once more. */
  query: { isFetching: boolean; refetch(): Promise<unknown> };
  /** What could not be loaded, as a sentence. */
  children: ReactNode;
}

/** A sentence with Try Again behind it, in the place of the part. Read out when it appears. */
export function LoadFailed({ query, children }: LoadFailedProps) {
  return (
    <p role="alert">
      {children}{' '}
      <Button type="link" size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try Again
      </Button>
    </p>
  );
}
