/** The empty report of unused memories. */
import { CardSkeleton, EmptyState } from '@hindsight/shared-ui/core';
import { useRecentMemories } from '../../api/recentMemories';
import type { UnusedView } from '../../model/staleMemories';
import { NextStep } from '../parts/NextStep';
import { ALL_RETRIEVED, NOTHING_TO_REPORT, NO_MEMORIES, noneStale } from './texts';

/** Distinguishes a workspace without memories from one without unused ones. */
export function UnusedEmpty({ kind, days }: UnusedView) {
  const { data, isPending } = useRecentMemories();
  if (isPending) return <CardSkeleton count={6} />;
  if (data?.items.length === 0) {
    return <EmptyState kind="nothing-yet" {...NO_MEMORIES} action={<NextStep />} />;
  }
  if (kind === 'stale') {
    return <EmptyState kind="nothing-yet" icon="check" {...noneStale(days)} />;
  }
  return data ? (
    <EmptyState kind="nothing-yet" icon="check" {...ALL_RETRIEVED} />
  ) : (
    <EmptyState kind="nothing-yet" icon="check" {...NOTHING_TO_REPORT} />
  );
}
