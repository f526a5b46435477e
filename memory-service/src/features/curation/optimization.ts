/** Builds suggestions from an analysis. Their ids depend on type, blocks and filter. */
import { createHash } from 'node:crypto';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { analyze } from './queries/optimization';
import type { Analysis, AnalysisFilter, FoundBlock } from './queries/optimization';
import type { Handle } from '../../platform/database/database';
import { leastWorth, scoreCandidates } from './pruning';
import type { Prunable } from './pruning';
import { isTelling } from '../../platform/text/keywords';
import { WORTH_KEEPING } from './pruningScore';
import { lengthOf } from './rewriter';
import type { Rewriter } from './rewriter';
import { sentencesOf } from '../../platform/text/tokenizer';
import { similarTextsInThread } from './textWork';

const SHOWN = 20;
const URGENT = 10;
const MAX_MERGES = 20;

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
function suggestionId(type: Type, ids: readonly string[], { agentId, days }: SuggestionFilter): string {
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

/** `1 memory`, `2 memories`. */
export const memories = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'memory' : 'memories'}`;

const MAX_NAME = 60;
/** Enough of a text for its first sentence, as far as a name shows it. */
const READ_FOR_NAME = 2_000;

/** A memory by the first words of its text. */
function nameOf(content: string): string {
  const line = [...(sentencesOf(content.slice(0, READ_FOR_NAME))[0] ?? '').replace(/\s+/g, ' ')];
  return line.length > MAX_NAME ? `“${line.slice(0, MAX_NAME).join('').trimEnd()}…”` : `“${line.join('')}”`;
}

function namesOf([first, ...others]: readonly FoundBlock[]): string {
  const name = nameOf(first?.content ?? '');
  return others.length === 0 ? name : `${name} and ${others.length.toLocaleString('en-US')} more`;
}

interface Words {
  title: string;
  description: string;
  priority: OptimizationSuggestion['priority'];
  impact: string;
}

function suggestion(
  filter: SuggestionFilter,
  type: Type,
  ids: readonly string[],
  { title, description, priority, impact }: Words,
  details: Record<string, unknown> | null = null,
): OptimizationSuggestion[] {
  if (ids.length === 0) return [];
  return [
    {
      id: suggestionId(type, ids, filter),
      type,
      title,
      description,
      priority,
      estimated_impact: impact,
      affected_blocks: ids.slice(0, SHOWN),
      all_affected_blocks: [...ids],
      status: 'pending',
      optimization_details: details,
      results: null,
    },
  ];
}

const idsOf = (blocks: readonly FoundBlock[]) => blocks.map(({ id }) => id);

/** What compacting would do. Rules are tried, because they write the same text each time; a model's text is not known before. */
async function compactionOf(long: readonly FoundBlock[], rewriter: Rewriter, signal: AbortSignal) {
  if (rewriter.generatedBy === 'model') {
    return { blocks: long, impact: 'How much is saved depends on what the language model writes' };
  }
  const blocks: FoundBlock[] = [];
  let saved = 0;
  for (const block of long) {
    const compact = await rewriter.compact(block, '', signal);
    if (!compact) continue;
    blocks.push(block);
    saved += lengthOf(block) - lengthOf(compact);
  }
  return { blocks, impact: `Saves ${saved.toLocaleString('en-US')} characters` };
}

/** Those for which keywords can be suggested. */
async function taggable(untagged: readonly FoundBlock[], rewriter: Rewriter, signal: AbortSignal) {
  if (rewriter.generatedBy === 'model') return untagged;
  const blocks: FoundBlock[] = [];
  for (const block of untagged) {
    if ((await rewriter.suggestKeywords(block, signal)).keywords.some(isTelling)) blocks.push(block);
  }
  return blocks;
}

/** Of memories that begin alike, those that say the same and were not rejected; others have only a template in common. */
async function mergeable({ alike, isRejectedMerge }: Pick<Analysis, 'alike' | 'isRejectedMerge'>) {
  const groups: { ids: string[]; beginning: string }[] = [];
  for (const { blocks, beginning } of alike) {
    const similar = await similarTextsInThread(blocks.map(({ text }) => text));
    groups.push(...similar.map((places) => ({ ids: places.map((place) => blocks[place]!.id), beginning })));
  }
  return groups
    .filter(({ ids }) => !isRejectedMerge(ids))
    .sort((a, b) => b.ids.length - a.ids.length)
    .slice(0, MAX_MERGES);
}

export interface Findings extends Analysis {
  /** Worth least, as on the pruning page. */
  prunable: Prunable[];
}

/** What could be improved among the blocks of a filter. */
export async function findImprovements(handle: Handle, filter: AnalysisFilter): Promise<Findings> {
  const analysis = await analyze(handle, filter);
  const scored = await scoreCandidates(handle, filter, { skip: 0, limit: MAX_PAGE_SIZE });
  return { ...analysis, prunable: await leastWorth(handle, filter, scored) };
}

/** The suggestions of an analysis, the most urgent first. Each promises only what `rewriter` can do. */
export async function suggestionsOf(
  { long, untagged, prunable, ...merges }: Findings,
  filter: SuggestionFilter,
  rewriter: Rewriter,
  signal: AbortSignal,
): Promise<OptimizationSuggestion[]> {
  const rank = { high: 0, medium: 1, low: 2 };
  const { blocks: compactable, impact } = await compactionOf(long, rewriter, signal);
  const tagged = await taggable(untagged, rewriter, signal);
  const mergers = await mergeable(merges);
  return [
    ...suggestion(
      filter,
      'compaction',
      idsOf(compactable),
      {
        title: `Compact ${namesOf(compactable)}`,
        description:
          rewriter.generatedBy === 'model'
            ? 'Longer than 1,500 characters, and could be made shorter.'
            : 'Longer than 1,500 characters, with sentences that repeat.',
        priority: compactable.length > URGENT ? 'high' : 'medium',
        impact,
      },
      {
        total_characters: compactable.reduce((sum, block) => sum + lengthOf(block), 0),
        generated_by: rewriter.generatedBy,
      },
    ),
    ...suggestion(filter, 'keywords', idsOf(tagged), {
      title: `Add keywords to ${namesOf(tagged)}`,
      description: 'Without a keyword, and so harder to find.',
      priority: 'medium',
      impact: `Makes ${memories(tagged.length)} easier to find`,
    }),
    ...mergers.flatMap(({ ids, beginning }) =>
      suggestion(filter, 'merge', ids, {
        title: `Merge ${memories(ids.length)}: ${nameOf(beginning)}`,
        description: `These memories of one workspace begin with the same text: “${beginning.replace(/\s+/g, ' ')}…”`,
        priority: 'medium',
        impact: `Removes ${memories(ids.length - 1)}`,
      }),
    ),
    ...suggestion(filter, 'archive', idsOf(prunable), {
      title: `Archive ${namesOf(prunable)}`,
      description: `Scores below ${WORTH_KEEPING} of 100 by feedback, retrievals, substance, age and warnings, as on the pruning page.`,
      priority: 'low',
      impact: `Removes ${memories(prunable.length)} from lists`,
    }),
  ].sort((a, b) => rank[a.priority] - rank[b.priority]);
}
