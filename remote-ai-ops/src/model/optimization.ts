/** Optimization suggestions: what could be tidied in a workspace. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { inWords, readMetrics } from './metrics';
import { suggestionsIn } from './suggestionsIn';

export const TYPES = {
  compaction: { label: 'Compaction', icon: 'optimization' },
  merge: { label: 'Merge', icon: 'consolidation' },
  keywords: { label: 'Keywords', icon: 'keywords' },
  archive: { label: 'Archive', icon: 'archived' },
} as const;
export type OptimizationType = keyof typeof TYPES;

export const PRIORITIES = [
  { value: 'high', label: 'High', tone: 'bad' },
  { value: 'medium', label: 'Medium', tone: 'warn' },
  { value: 'low', label: 'Low', tone: 'neutral' },
] as const;
export type Priority = (typeof PRIORITIES)[number]['value'];

/** The spec's date ranges; without one all time counts. */
export const DATE_RANGES = [
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
  { value: 'last_90_days', label: 'Last 90 days' },
] as const;
export type DateRange = (typeof DATE_RANGES)[number]['value'];

export interface OptimizationResults {
  summary: string;
  metrics: [name: string, value: string][];
  /** The block that a merge made. */
  mergedId: string;
}

export interface Optimization {
  id: string;
  /** The wire's word; a service may know more of them than this list. */
  type: string;
  title: string;
  description: string;
  priority: string;
  impact: string;
  isCompleted: boolean;
  /** All blocks that it is about. */
  blocks: string[];
  details: [name: string, value: string][];
  results: OptimizationResults | null;
}

const ids = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.filter((one): one is string => typeof one === 'string' && one !== ''))]
    : [];

/** Null when there are none. */
export function readResults(value: unknown): OptimizationResults | null {
  const results = fields(value);
  const metrics = readMetrics(results['metrics']);
  const summary = firstText(results['summary']);
  if (summary === '' && metrics.length === 0) return null;
  return { summary, metrics, mergedId: firstText(fields(results['metrics'])['merged_memory_id']) };
}

/** One suggestion, or null without an id. */
export function readOptimization(value: unknown): Optimization | null {
  const row = fields(value);
  const id = firstText(row['id']);
  if (id === '') return null;
  const all = ids(row['all_affected_blocks']);
  const type = firstText(row['type']);
  return {
    id,
    type,
    title: firstText(row['title'], inWords(type || 'optimization')),
    description: firstText(row['description']),
    priority: firstText(row['priority']),
    impact: firstText(row['estimated_impact']),
    isCompleted: row['status'] === 'completed',
    blocks: all.length > 0 ? all : ids(row['affected_blocks']),
    details: readMetrics(row['optimization_details']),
    results: readResults(row['results']),
  };
}

export interface Analysis {
  suggestions: Optimization[];
  /** Blocks that were looked at; null when the service does not say. */
  analysed: number | null;
}

/** @throws UnexpectedAnswerError for an answer that holds no list of suggestions. */
export function readAnalysis(answer: unknown): Analysis {
  return {
    suggestions: suggestionsIn(answer)
      .map(readOptimization)
      .filter((row) => row !== null),
    analysed: numberOr(fields(answer)['total_memory_blocks_analyzed'], null),
  };
}

/**
 * Reads the answer of an execution. A service may answer 200 and say `error` inside: that is a failure.
 * @throws Error with the service's reason.
 */
export function readExecution(answer: unknown): OptimizationResults {
  const body = fields(answer);
  const status = firstText(body['status']);
  if (status !== 'completed' && status !== 'success') {
    throw new Error(firstText(body['message'], body['error'], 'The service did not carry it out.'));
  }
  return (
    readResults(body['results']) ?? {
      summary: firstText(body['message'], 'Done.'),
      metrics: [],
      mergedId: '',
    }
  );
}

export interface OptimizationFilters {
  agentId: string;
  priority: Priority | null;
  dateRange: DateRange | null;
}

export function readFilters(params: URLSearchParams): OptimizationFilters {
  return {
    agentId: params.get('agent') ?? '',
    priority: PRIORITIES.find(({ value }) => value === params.get('priority'))?.value ?? null,
    dateRange: DATE_RANGES.find(({ value }) => value === params.get('range'))?.value ?? null,
  };
}

/** Writes filters over the address; what is off is left out, parameters of others stay. */
export function writeFilters(params: URLSearchParams, filters: OptimizationFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put('agent', filters.agentId);
  put('priority', filters.priority);
  put('range', filters.dateRange);
  return next;
}

/** The filters as the wire's query. */
export const filterQuery = ({ agentId, priority, dateRange }: OptimizationFilters) => ({
  ...(agentId && { agent_id: agentId }),
  ...(priority && { priority }),
  ...(dateRange && { date_range: dateRange }),
});
