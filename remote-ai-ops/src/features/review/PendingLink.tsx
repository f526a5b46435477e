/** Link to pending items, the next step on a page without new suggestions. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import type { ReactNode } from 'react';
import { useWaitingCount } from '../../api/pendingCount';
import { reviewTexts } from './texts';
import { MEMORIES_LINK } from './MemoriesLink';

interface PendingLinkProps {
  kind?: ReviewKind;
  /** Fallback when no items are pending. */
  otherwise?: ReactNode;
}

/** Links to pending items in the review inbox, of one kind or all. */
export function PendingLink({ kind, otherwise = MEMORIES_LINK }: PendingLinkProps) {
  const count = useWaitingCount(kind);
  if (!count) return otherwise;
  return <Link to={kind ? `/review?kind=${kind}` : '/review'}>{reviewTexts.waiting(count)}</Link>;
}
