/** Labels and values for metrics of optimization suggestions and their results. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { METHODS, toMethod } from './method';

/** Labels of names that are not self-explanatory. */
const LABELS: Record<string, string> = {
  blocks_processed: 'Memories processed',
  execution_time: 'Time taken',
  execution_time_ms: 'Time taken',
  generated_by: 'Made by',
  improvement_type: 'Kind of improvement',
  total_characters: 'Total characters',
};
/** Shown elsewhere, as a link. */
const LINKED = 'merged_memory_id';

/** `keywords_added` → `Keywords added`. */
function metricLabel(name: string): string {
  const text = name.replaceAll('_', ' ');
  return LABELS[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText(name: string, value: unknown): string {
  if (name === 'generated_by') return METHODS[toMethod(value)].label;
  if (name === 'execution_time_ms' && typeof value === 'number') {
    return value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
  }
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Labels with their values; empty values are omitted. */
export const listMetrics = (
  values: Readonly<Record<string, unknown>> | null,
): [name: string, value: string][] =>
  Object.entries(values ?? {})
    .filter(([name, value]) => name !== LINKED && value !== null && value !== '')
    .map(([name, value]) => [metricLabel(name), valueText(name, value)]);
