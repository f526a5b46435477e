/** Optimization suggestions: their kinds, priorities and filters. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';

export const TYPES = {
  compaction: { label: 'Compaction', icon: 'optimization' },
  merge: { label: 'Merge', icon: 'consolidation' },
  keywords: { label: 'Keywords', icon: 'keywords' },
  archive: { label: 'Archive', icon: 'archived' },
} as const;

export const PRIORITIES = [
  { value: 'high', label: 'High', tone: 'bad' },
  { value: 'medium', label: 'Medium', tone: 'warn' },
  { value: 'low', label: 'Low', tone: 'neutral' },
] as const;
type Priority = (typeof PRIORITIES)[number]['value'];

/** Date ranges of the specification; without one, all time. */
export const DATE_RANGES = [
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
  { value: 'last_90_days', label: 'Last 90 days' },
] as const;
type DateRange = (typeof DATE_RANGES)[number]['value'];

export const isCompleted = ({ status }: Pick<OptimizationSuggestion, 'status'>): boolean =>
  status === 'completed';

/** Id of the memory that a merge created; undefined for other results. */
export function mergedMemoryId({ results }: Pick<OptimizationSuggestion, 'results'>): string | undefined {
  const id = results?.metrics['merged_memory_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export interface OptimizationFilters {
  agent: string;
  priority: Priority | null;
  range: DateRange | null;
}

/** The filters as API query parameters. */
export const filterQuery = ({ agent, priority, range }: OptimizationFilters) => ({
  ...(agent && { agent_id: agent }),
  ...(priority && { priority }),
  ...(range && { date_range: range }),
});
