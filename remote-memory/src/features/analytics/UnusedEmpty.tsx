/** The empty report of unused memories. */
import { CardSkeleton, EmptyState } from '@hindsight/shared-ui/core';
import { useRecentMemories } from '../../api/recentMemories';
import type { UnusedView } from '../../model/unused';

/** Distinguishes a workspace without memories from one without unused ones. */
export function UnusedEmpty({ kind, days }: UnusedView) {
  const { data, isPending } = useRecentMemories();
  if (isPending) return <CardSkeleton count={6} />;
  if (data?.items.length === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="No memory blocks yet"
        description="Memories that agents do not retrieve appear here."
      />
    );
  }
  if (kind === 'stale') {
    return (
      <EmptyState
        kind="nothing-yet"
        title="No stale memories"
        description={`Every memory that agents use was retrieved or changed within the last ${days} days.`}
      />
    );
  }
  return data ? (
    <EmptyState
      kind="nothing-yet"
      title="Every memory has been retrieved"
      description="Agents have retrieved every memory of this workspace at least once."
    />
  ) : (
    <EmptyState
      kind="nothing-yet"
      title="Nothing to report"
      description="There is no memory that agents never retrieved."
    />
  );
}
