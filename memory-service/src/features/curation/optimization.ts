/** Builds suggestions from an analysis. Their ids depend on type, blocks and filter. */
import { createHash } from 'node:crypto';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { formatNumber, MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { analyze } from './queries/optimization';
import type { Analysis, AnalysisFilter, FoundBlock, Waiting } from './queries/optimization';
import type { Actor, Database } from '../../platform/database/database';
import { selectLeastValuable, scoreCandidates } from './pruning';
import type { Prunable } from './pruning';
import { isSignificant } from '../../platform/text/keywords';
import { WORTH_KEEPING } from './pruningScore';
import { rulesRewriter, countCharacters } from './rewriter';
import type { Rewriter } from './rewriter';
import { splitSentences } from '../../platform/text/tokenizer';
import { countMemories } from '../../platform/text/rules/formatCount';
import { similarTextsInThread } from './textWork';

const SHOWN = 20;
const URGENT = 10;
const MAX_MERGES = 20;

type Type = OptimizationSuggestion['type'];

/** The filter of the analyzed blocks. */
export interface SuggestionFilter {
  agentId: string | undefined;
  /** Maximum age of a block in days. */
  days: number | undefined;
}

/** Ages that a filter may use; an id encodes the index in this list. */
const AGES: readonly (number | undefined)[] = [undefined, 7, 30, 90];
const NO_AGENT = '0'.repeat(14);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Short hash of an agent within an id: the first 14 hexadecimal digits of the SHA-256 of its id. */
const agentHash = (agentId: string | undefined) =>
  agentId ? sha256(agentId).slice(0, NO_AGENT.length) : NO_AGENT;

/**
 * Deterministic id from type, blocks and filter. The first half encodes the subject, the second half the filter, so that any process can
 * look up a suggestion of another one.
 */
function suggestionId(type: Type, ids: readonly string[], { agentId, days }: SuggestionFilter): string {
  const hex = sha256([type, ...[...ids].sort()].join('\n'));
  const mark = agentHash(agentId);
  // Version 8 of RFC 9562: custom bits.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${AGES.indexOf(days)}${mark.slice(0, 2)}-${mark.slice(2)}`;
}

/** Subject of a suggestion, independent of the filter: equal for ids that differ only in the filter. */
export const suggestionSubject = (id: string): string => id.slice(0, 'xxxxxxxx-xxxx-8xxx'.length);

/** The filter that an id encodes; the agent as its hash. */
export function parseSuggestionId(id: string): { days: number | undefined; agentHash: string | undefined } {
  const mark = id.slice(21, 23) + id.slice(24);
  return { days: AGES[Number(id[20])], agentHash: mark === NO_AGENT ? undefined : mark };
}

const MAX_NAME = 60;
/** Enough of a text for its first sentence, as far as a name shows it. */
const READ_FOR_NAME = 2_000;

/** Names a memory by the first words of its text. */
function displayName(content: string): string {
  const line = [...(splitSentences(content.slice(0, READ_FOR_NAME))[0] ?? '').replace(/\s+/g, ' ')];
  return line.length > MAX_NAME ? `“${line.slice(0, MAX_NAME).join('').trimEnd()}…”` : `“${line.join('')}”`;
}

function listNames([first, ...others]: readonly FoundBlock[]): string {
  const name = displayName(first?.content ?? '');
  return others.length === 0 ? name : `${name} and ${formatNumber(others.length)} more`;
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

/** Why a memory is proposed for compaction, depending on the rewriter. */
export const COMPACTION_REASONS = {
  model: 'Longer than 1,500 characters; can be shortened.',
  deterministic: 'Longer than 1,500 characters, with repeated sentences.',
} as const;

const toIds = (blocks: readonly { id: string }[]) => blocks.map(({ id }) => id);

/** Effect of compaction. Rules are deterministic, so they are tried; a model's text is not known in advance. */
async function suggestCompaction(long: readonly FoundBlock[], rewriter: Rewriter, signal: AbortSignal) {
  if (rewriter.generatedBy === 'model') return { blocks: [...long], saved: undefined };
  const blocks: FoundBlock[] = [];
  let saved = 0;
  for (const block of long) {
    const compact = await rewriter.compact(block, '', signal);
    if (!compact) continue;
    blocks.push(block);
    saved += countCharacters(block) - countCharacters(compact);
  }
  return { blocks, saved };
}

/** Keywords by rules, which cost nothing, for memories without any. */
async function taggable(untagged: readonly FoundBlock[], signal: AbortSignal) {
  const found: (FoundBlock & { keywords: string[] })[] = [];
  for (const block of untagged) {
    const keywords = (await rulesRewriter.suggestKeywords(block, signal)).keywords.filter(isSignificant);
    if (keywords.length > 0) found.push({ ...block, keywords });
  }
  return found;
}

/** Among memories with the same beginning, those that say the same and were not rejected; the others share only a template. */
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

/** Findings that can be proposed. */
export interface Findings {
  analyzed: number;
  compaction: { blocks: FoundBlock[]; saved: number | undefined };
  keywords: (FoundBlock & { keywords: string[] })[];
  merges: { ids: string[]; beginning: string }[];
  /** The lowest scores, as on the pruning page. */
  archive: Prunable[];
}

/** Possible improvements among the blocks of a filter. Each finding promises only what `rewriter` can do. */
export async function findImprovements(
  database: Database,
  actor: Actor,
  filter: AnalysisFilter,
  rewriter: Rewriter,
  signal: AbortSignal,
): Promise<Findings> {
  const { analysis, archive } = await database.read(actor, async (handle) => {
    const scored = await scoreCandidates(handle, filter, { skip: 0, limit: MAX_PAGE_SIZE });
    return {
      analysis: await analyze(handle, filter),
      archive: await selectLeastValuable(handle, filter, scored),
    };
  });
  return {
    analyzed: analysis.analyzed,
    compaction: await suggestCompaction(analysis.long, rewriter, signal),
    keywords: await taggable(analysis.untagged, signal),
    merges: await mergeable(analysis),
    archive,
  };
}

/** New findings, followed by earlier pending ones. */
function mergeFound(found: readonly FoundBlock[], waiting: readonly FoundBlock[]): FoundBlock[] {
  const known = new Set(toIds(found));
  return [...found, ...waiting.filter(({ id }) => !known.has(id))];
}

function mergeSuggestions(filter: SuggestionFilter, { merges }: Findings, waiting: Waiting['merges']) {
  const proposed = waiting.flatMap(({ ids, content, ...details }) => ({ ids, beginning: content, details }));
  const named = new Set(proposed.flatMap(({ ids }) => ids));
  // A reader's findings are not stored, so they cannot be decided yet.
  const fresh = merges.filter(({ ids }) => !ids.some((id) => named.has(id)));
  return [...proposed, ...fresh.map((group) => ({ ...group, details: null }))].flatMap((group) =>
    suggestion(
      filter,
      'merge',
      group.ids,
      {
        title: `Merge ${countMemories(group.ids.length)}: ${displayName(group.beginning)}`,
        description: 'These memories say nearly the same thing.',
        priority: 'medium',
        impact: `Removes ${countMemories(group.ids.length - 1)}`,
      },
      group.details && {
        proposal_id: group.details.proposalId,
        generated_by: group.details.generatedBy,
      },
    ),
  );
}

/** Findings and pending proposals as suggestions, most urgent first. */
export function toSuggestions(
  findings: Findings,
  waiting: Waiting,
  filter: SuggestionFilter,
  rewriter: Rewriter,
): OptimizationSuggestion[] {
  const rank = { high: 0, medium: 1, low: 2 };
  const compactable = mergeFound(findings.compaction.blocks, waiting.compaction);
  const tagged = mergeFound(findings.keywords, waiting.keywords);
  const prunable = mergeFound(findings.archive, waiting.pruning);
  const { saved } = findings.compaction;
  return [
    ...suggestion(
      filter,
      'compaction',
      toIds(compactable),
      {
        title: `Compact ${listNames(compactable)}`,
        description: COMPACTION_REASONS[rewriter.generatedBy],
        priority: compactable.length > URGENT ? 'high' : 'medium',
        impact:
          saved === undefined
            ? 'Savings depend on the language model’s text'
            : `Saves ${formatNumber(saved)} characters`,
      },
      {
        total_characters: compactable.reduce((sum, block) => sum + countCharacters(block), 0),
        generated_by: rewriter.generatedBy,
      },
    ),
    ...suggestion(filter, 'keywords', toIds(tagged), {
      title: `Add keywords to ${listNames(tagged)}`,
      description: 'Has no keywords, so it is harder to find.',
      priority: 'medium',
      impact: `Makes ${countMemories(tagged.length)} easier to find`,
    }),
    ...mergeSuggestions(filter, findings, waiting.merges),
    ...suggestion(filter, 'archive', toIds(prunable), {
      title: `Archive ${listNames(prunable)}`,
      description: `Scores below ${WORTH_KEEPING} out of 100 on feedback, retrievals, substance, age and warnings, as on the Pruning page.`,
      priority: 'low',
      impact: `Removes ${countMemories(prunable.length)} from lists`,
    }),
  ].sort((a, b) => rank[a.priority] - rank[b.priority]);
}
