/** Words what an analysis found as suggestions, with ids that depend on what they are about and on nothing else. */
import { createHash } from 'node:crypto';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import type { Analysis } from '../storage/optimization';

const SHOWN = 20;
const URGENT = 10;

type Type = OptimizationSuggestion['type'];

/** The same type and blocks always give the same id. */
export function suggestionId(type: Type, ids: readonly string[]): string {
  const hex = createHash('sha256')
    .update([type, ...[...ids].sort()].join('\n'))
    .digest('hex');
  // Version 8 of RFC 9562: the bits are ours.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const memories = (count: number) => `${count} ${count === 1 ? 'memory' : 'memories'}`;

function suggestion(
  type: Type,
  ids: readonly string[],
  words: Pick<OptimizationSuggestion, 'title' | 'description' | 'priority' | 'estimated_impact'>,
  details: Record<string, unknown> | null = null,
): OptimizationSuggestion[] {
  if (ids.length === 0) return [];
  return [
    {
      id: suggestionId(type, ids),
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
export function suggestionsOf({ long, untagged, unused, alike }: Analysis): OptimizationSuggestion[] {
  const rank = { high: 0, medium: 1, low: 2 };
  return [
    ...suggestion(
      'compaction',
      long.ids,
      {
        title: `Compact ${memories(long.ids.length)}`,
        description: 'These memories are longer than 1,500 characters and could be made shorter.',
        priority: long.ids.length > URGENT ? 'high' : 'medium',
        estimated_impact: `About ${Math.round((long.characters * 0.4) / 1000)} thousand characters less to read`,
      },
      { total_characters: long.characters },
    ),
    ...suggestion('keywords', untagged, {
      title: `Add keywords to ${memories(untagged.length)}`,
      description: 'These memories have no keyword, so they are harder to find.',
      priority: 'medium',
      estimated_impact: `${memories(untagged.length)} easier to find`,
    }),
    ...alike.flatMap(({ ids, beginning }) =>
      suggestion('merge', ids, {
        title: `Merge ${memories(ids.length)}`,
        description: `These memories of one workspace begin with the same text: “${beginning.replace(/\s+/g, ' ')}…”`,
        priority: 'medium',
        estimated_impact: `${memories(ids.length - 1)} fewer`,
      }),
    ),
    ...suggestion('archive', unused, {
      title: `Archive ${memories(unused.length)}`,
      description:
        'These memories are older than 90 days, have no positive feedback and were hardly ever retrieved.',
      priority: 'low',
      estimated_impact: `${memories(unused.length)} fewer in lists`,
    }),
  ].sort((a, b) => rank[a.priority] - rank[b.priority]);
}
