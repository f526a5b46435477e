/** The report of unused memories without a row: nothing to complain of, or nothing there at all. */
import { CardSkeleton, EmptyState } from '@hindsight/shared-ui/core';
import { useRecentMemories } from '../../api/recentMemories';
import type { UnusedView } from '../../model/unused';

/** Praises only a workspace that is known to have memories. */
export function UnusedEmpty({ kind, days }: UnusedView) {
  const { data, isPending } = useRecentMemories();
  if (isPending) return <CardSkeleton count={6} />;
  if (data?.items.length === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="No memory blocks yet"
        description="What agents do not read is listed here as soon as this workspace has memories."
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
      description="Agents have read each memory of this workspace at least once."
    />
  ) : (
    <EmptyState
      kind="nothing-yet"
      title="Nothing to report"
      description="No memory was found that agents never retrieved."
    />
  );
}
