/** Memories that agents never or no longer retrieve. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { toMemory, type Memory } from './memory';

/** `never`: not retrieved by any agent. `stale`: retrieved before, but not recently. */
type UnusedKind = 'never' | 'stale';

/** Choices of days without a retrieval or change after which a memory counts as stale. */
export const STALE_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_STALE_DAYS = 90;
export const UNUSED_PAGE_SIZE = 12;

export interface UnusedMemory extends Memory {
  /** ISO timestamp of the last retrieval; empty if unknown or never. */
  lastRetrievedAt: string;
}

export function toUnusedMemory(block: CallAnswer<'GET /analytics/unused'>['items'][number]): UnusedMemory {
  return { ...toMemory(block), lastRetrievedAt: block.last_retrieved_at ?? '' };
}

export interface UnusedView {
  kind: UnusedKind;
  days: number;
  /** Starts at 1. */
  page: number;
}
