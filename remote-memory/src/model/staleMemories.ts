/** Memories that agents never or no longer retrieve. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { toMemory, type Memory } from './memory';

/** `never`: no agent ever retrieved it. `stale`: once it was, but not lately. */
type UnusedKind = 'never' | 'stale';

/** Days without a retrieval or a change after which a memory counts as stale. */
export const STALE_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_STALE_DAYS = 90;
export const UNUSED_PAGE_SIZE = 12;

export interface UnusedMemory extends Memory {
  /** ISO time of the last retrieval; empty when unknown or never. */
  lastRetrievedAt: string;
}

export function toUnusedMemory(block: CallAnswer<'GET /analytics/unused'>['items'][number]): UnusedMemory {
  return { ...toMemory(block), lastRetrievedAt: block.last_retrieved_at ?? '' };
}

export interface UnusedView {
  kind: UnusedKind;
  days: number;
  /** From 1. */
  page: number;
}
