/** The filters of memory blocks that another service would ignore: it would answer what was not asked for. */
import { memoryFilters } from '../api/memoryFilters';
import { unsupported } from './service';

const COMMON: ReadonlySet<string> = new Set(['agent_id', 'conversation_id', 'keyword_match']);
const OURS = Object.keys(memoryFilters).filter((name) => !COMMON.has(name));

/** @throws ApiError 501 for a filter that only our service knows. */
export function assertCommonFilters(query: Readonly<Record<string, unknown>> = {}): void {
  const isOurs = OURS.some((name) => query[name] !== undefined && query[name] !== '');
  if (isOurs || String(query['agent_id'] ?? '').includes(',')) throw unsupported('filter memories this way');
}
