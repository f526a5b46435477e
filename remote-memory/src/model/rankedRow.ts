/** A row of a ranked search: the block and how well it fits. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { readMemoryRow, type MemoryRow } from './memoryRow';

export interface RankedRow extends MemoryRow {
  /** How it was really found: a search by meaning may have fallen back to another way. */
  foundBy: string;
  /** Larger is better; null when the service did not say. */
  relevance: number | null;
  /** The service's own words on why; empty without any. */
  why: string;
}

export function readRankedRow(value: unknown): RankedRow | null {
  const row = readMemoryRow(value);
  if (!row) return null;
  const block = fields(value);
  return {
    ...row,
    foundBy: firstText(block['search_type']),
    relevance: numberOr(block['search_score'], null),
    why: firstText(block['rank_explanation']),
  };
}

/** Whether a search for meaning found nothing near and answered what contains the words. */
export function fellBack(mode: string, rows: readonly MemoryRow[]): boolean {
  if (mode !== 'semantic' && mode !== 'hybrid') return false;
  return rows.length > 0 && rows.every((row) => 'foundBy' in row && row.foundBy === 'basic');
}
