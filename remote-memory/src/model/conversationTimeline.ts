/** Timeline of a conversation: its memories and their events, in one order and by local day. */
import type { ConversationEvent } from '@hindsight/shared-contracts/api';
import { localDay } from '@hindsight/shared-contracts/rules';
import type { Memory } from './memory';

export const SHOWN = ['all', 'memories', 'retrieved', 'changed'] as const;
export type Shown = (typeof SHOWN)[number];

type TimelineEntry =
  | { kind: 'written'; at: string; row: Memory }
  | { kind: ConversationEvent['kind']; at: string; event: ConversationEvent };

export interface TimelineDay {
  day: string;
  entries: TimelineEntry[];
}

/** Merges changes of one edit, which changes the text and each keyword separately. */
const SAME_EDIT_MS = 5_000;

/** Whether the same person made the same change to the same memories a moment earlier. */
function isRepeated(event: ConversationEvent, before: ConversationEvent | undefined): boolean {
  if (!before || event.kind !== 'changed' || before.kind !== 'changed') return false;
  return (
    event.reason === before.reason &&
    event.actor_name === before.actor_name &&
    event.memory_block_ids.join() === before.memory_block_ids.join() &&
    Date.parse(event.at) - Date.parse(before.at) < SAME_EDIT_MS
  );
}

/** @param rows and `events` oldest first. */
export function buildTimeline(
  rows: readonly Memory[],
  events: readonly ConversationEvent[],
  shown: Shown,
): TimelineDay[] {
  const written = rows.map((row): TimelineEntry => ({ kind: 'written', at: row.createdAt, row }));
  const later = events
    .filter((event, index) => !isRepeated(event, events[index - 1]))
    .map((event): TimelineEntry => ({ kind: event.kind, at: event.at, event }));
  const wanted = { all: [...written, ...later], memories: written, retrieved: later, changed: later }[shown]
    .filter(({ kind }) => shown === 'all' || shown === 'memories' || kind === shown)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const days: TimelineDay[] = [];
  for (const entry of wanted) {
    const day = localDay(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
