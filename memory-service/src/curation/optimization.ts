/** Builds suggestions from an analysis. Their ids depend on type, blocks and filter. */
import { createHash } from 'node:crypto';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import type { Analysis } from '../storage/optimization';

const SHOWN = 20;
const URGENT = 10;

type Type = OptimizationSuggestion['type'];

/** The filter that the analysed blocks passed. */
export interface SuggestionFilter {
  agentId: string | undefined;
  /** Only blocks that are at most so many days old. */
  days: number | undefined;
}

/** Ages that a filter may name; an id carries the place in this list. */
const AGES: readonly (number | undefined)[] = [undefined, 7, 30, 90];
const NO_AGENT = '0'.repeat(14);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Names an agent within an id: the first 14 hexadecimal digits of the SHA-256 of its id. */
const agentHash = (agentId: string | undefined) =>
  agentId ? sha256(agentId).slice(0, NO_AGENT.length) : NO_AGENT;

/**
 * The same type and blocks under the same filter always give the same id. Its first half is what it is about, its second half
 * the filter, so that any process can look again at what one has shown.
 */
function suggestionId(
  type: Type,
  ids: readonly string[],
  { agentId, days }: SuggestionFilter,
): string {
  const hex = sha256([type, ...[...ids].sort()].join('\n'));
  const mark = agentHash(agentId);
  // Version 8 of RFC 9562: the bits are ours.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${AGES.indexOf(days)}${mark.slice(0, 2)}-${mark.slice(2)}`;
}

/** What a suggestion is about, whatever it was shown under: the same for ids that differ in the filter alone. */
export const suggestionSubject = (id: string): string => id.slice(0, 'xxxxxxxx-xxxx-8xxx'.length);

/** The filter that an id carries; the agent as its mark. */
export function filterOf(id: string): { days: number | undefined; agentHash: string | undefined } {
  const mark = id.slice(21, 23) + id.slice(24);
  return { days: AGES[Number(id[20])], agentHash: mark === NO_AGENT ? undefined : mark };
}

const memories = (count: number) => `${count} ${count === 1 ? 'memory' : 'memories'}`;

function suggestion(
  filter: SuggestionFilter,
  type: Type,
  ids: readonly string[],
  words: Pick<OptimizationSuggestion, 'title' | 'description' | 'priority' | 'estimated_impact'>,
  details: Record<string, unknown> | null = null,
): OptimizationSuggestion[] {
  if (ids.length === 0) return [];
  return [
    {
      id: suggestionId(type, ids, filter),
      type,
      ...words,
      affected_blocks: ids.slice(0, SHOWN),
      all_affected_blocks: [...ids],
      status: 'pending',
      optimization_details: details,
      results: null,
    },
  ];
}

/** The suggestions of an analysis, the most urgent first. */
export function suggestionsOf(
  { long, untagged, unused, alike }: Analysis,
  filter: SuggestionFilter,
): OptimizationSuggestion[] {
  const rank = { high: 0, medium: 1, low: 2 };
  // Rewriting leaves about three fifths of a long text.
  const shorter = Math.round((long.characters * 0.4) / 100) * 100;
  return [
    ...suggestion(
      filter,
      'compaction',
      long.ids,
      {
        title: `Compact ${memories(long.ids.length)}`,
        description: 'Longer than 1,500 characters, and could be made shorter.',
        priority: long.ids.length > URGENT ? 'high' : 'medium',
        estimated_impact: `About ${shorter.toLocaleString('en-US')} characters less to read`,
      },
      { total_characters: long.characters },
    ),
    ...suggestion(filter, 'keywords', untagged, {
      title: `Add keywords to ${memories(untagged.length)}`,
      description: 'Without a keyword, and so harder to find.',
      priority: 'medium',
      estimated_impact: `${memories(untagged.length)} easier to find`,
    }),
    ...alike.flatMap(({ ids, beginning }) =>
      suggestion(filter, 'merge', ids, {
        title: `Merge ${memories(ids.length)}`,
        description: `These memories of one workspace begin with the same text: “${beginning.replace(/\s+/g, ' ')}…”`,
        priority: 'medium',
        estimated_impact: `${memories(ids.length - 1)} fewer`,
      }),
    ),
    ...suggestion(filter, 'archive', unused, {
      title: `Archive ${memories(unused.length)}`,
      description: 'Older than 90 days, without positive feedback, and hardly ever retrieved.',
      priority: 'low',
      estimated_impact: `${memories(unused.length)} fewer in lists`,
    }),
  ].sort((a, b) => rank[a.priority] - rank[b.priority]);
}
