/** Error for a single part of a page that otherwise loaded. */
import type { ReactNode } from 'react';
import { Button } from '../actions/Button';

interface LoadFailedProps {
  /** The failed query, which Try Again refetches. */
  query: { isFetching: boolean; refetch(): Promise<unknown> };
  /** What failed to load, as a sentence. */
  children: ReactNode;
}

/** A sentence followed by Try Again, in place of the part. Announced when it appears. */
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
