/** Figures of optimization suggestions and of their results, in words for people. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { METHODS, readMethod } from './method';

/** Names that do not explain themselves. */
const LABELS: Record<string, string> = {
  blocks_processed: 'Memories processed',
  execution_time: 'Took',
  execution_time_ms: 'Took',
  generated_by: 'Made by',
  improvement_type: 'Kind of improvement',
  total_characters: 'Characters in all',
};
/** Shown elsewhere, as a link. */
const LINKED = 'merged_memory_id';

/** `keywords_added` as `Keywords added`. */
export function inWords(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueInWords(name: string, value: unknown): string {
  if (name === 'generated_by') return METHODS[readMethod(value)].label;
  if (name === 'execution_time_ms' && typeof value === 'number') {
    return value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
  }
  if (typeof value === 'number') return value.toLocaleString();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return firstText(value) || JSON.stringify(value);
}

/** Names with their values; what is not there is left out, what is not known keeps its own words. */
export function readMetrics(value: unknown): [name: string, value: string][] {
  return Object.entries(fields(value))
    .filter(([name, one]) => name !== LINKED && one !== null && one !== '')
    .map(([name, one]) => [LABELS[name] ?? inWords(name), valueInWords(name, one)]);
}
