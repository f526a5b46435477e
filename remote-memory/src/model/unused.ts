/** Memories that agents never retrieved or no longer do. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { readMemoryRow, type MemoryRow } from './memoryRow';

/** `never`: no agent ever retrieved it. `stale`: once it was, but not lately. */
export type UnusedKind = 'never' | 'stale';

/** Days without a retrieval or a change after which a memory counts as stale. */
export const STALE_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_STALE_DAYS = 90;
export const UNUSED_PAGE_SIZE = 12;

export interface UnusedRow extends MemoryRow {
  /** ISO time of the last retrieval; empty when unknown or never. */
  lastRetrievedAt: string;
}

export interface UnusedPage {
  items: UnusedRow[];
  total: number;
  /** There may be more than were looked at. */
  isPartial: boolean;
}

/** The rows of one page: the answer itself, or the page's part of all that were found. */
export function rowsOfUnusedPage({ items }: UnusedPage, page: number): UnusedRow[] {
  if (items.length <= UNUSED_PAGE_SIZE) return items;
  return items.slice((page - 1) * UNUSED_PAGE_SIZE, page * UNUSED_PAGE_SIZE);
}

export function readUnusedRow(value: unknown): UnusedRow | null {
  const row = readMemoryRow(value);
  return row && { ...row, lastRetrievedAt: firstText(fields(value)['last_retrieved_at']) };
}

export interface UnusedView {
  kind: UnusedKind;
  days: number;
  /** From 1. */
  page: number;
}
