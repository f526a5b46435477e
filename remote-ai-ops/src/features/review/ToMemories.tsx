/** The next step on a page without suggestions. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import type { ReactNode } from 'react';
import { useWaitingCount } from '../../api/review';
import { reviewTexts } from './texts';

export const TO_MEMORIES = <Link to="/memory-blocks">Go to Memory Blocks</Link>;

interface ToWaitingProps {
  kind?: ReviewKind;
  /** Where nothing waits. */
  otherwise?: ReactNode;
}

/** To what was proposed before and waits in the review inbox, of one kind or all. */
export function ToWaiting({ kind, otherwise = TO_MEMORIES }: ToWaitingProps) {
  const count = useWaitingCount(kind);
  if (!count) return otherwise;
  return <Link to={kind ? `/review?kind=${kind}` : '/review'}>{reviewTexts.waiting(count)}</Link>;
}
