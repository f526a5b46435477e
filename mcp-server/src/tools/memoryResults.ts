/** Results with memories: one, or a page of them. */
import type { MemoryBlock, ScoredBlock } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { cursorAfter, decodePlace, decodeShown, type Shown } from '../model/cursor';
import { excerptBeginnings } from '../model/excerpt';
import { fence } from '../model/fence';
import { takeFitting, MAX_LISTED_CHARACTERS } from '../model/fit';
import { Memory, toView } from '../model/memory';
import { shortenQuestion } from '../model/question';
import { InvalidInput } from '../toolErrors';
import type { Deps, Result } from './tool';

export const listOutput = {
  memories: z.array(Memory),
  total: z.number().optional().describe('total number of results, when known'),
  next_cursor: z.string().optional(),
  left_out: z.string().optional().describe('what did not fit into this answer'),
  notes: z.string().optional().describe('how the question was searched for, where that matters'),
};

/** Resolves the workspace name of a row. */
export type Naming = { workspaces: Pick<Deps['workspaces'], 'loadName'> };

export async function toViews(
  { workspaces }: Naming,
  rows: readonly (MemoryBlock | ScoredBlock)[],
  excerpts = excerptBeginnings(MAX_LISTED_CHARACTERS),
): Promise<Memory[]> {
  const now = Date.now();
  return Promise.all(
    rows.map(async (row) => toView(row, { workspace: await workspaces.loadName(row), now, excerpts })),
  );
}

/** Requires a valid cursor. @throws InvalidInput for one that this server did not create. */
function requireCursor<T>(place: T | null): T {
  if (place !== null) return place;
  throw new InvalidInput('The cursor isn’t valid here. Leave it out to start with the first page.');
}
export const shownFor = (cursor: string | undefined): Shown => requireCursor(decodeShown(cursor));
/** Position of a list page, as the service expects it. */
export const placeFor = (cursor: string | undefined): string | undefined =>
  requireCursor(decodePlace(cursor));

interface PageOfRows {
  rows: readonly (MemoryBlock | ScoredBlock)[];
  /** Cursor after this many of the rows. */
  cursorBehindRows(shown: number): string;
  /** Whether more rows follow. */
  hasMore: boolean;
  total?: number;
  /** Sentence before the memories. */
  lead: string;
  /** Sentences about the whole answer. */
  notes?: readonly string[];
}

const memories = (count: number) => `${count} ${count === 1 ? 'memory' : 'memories'}`;

/** A page of memories, cut to what a context can take, with a note about omissions. */
export async function pageResult(
  deps: Naming,
  { rows, cursorBehindRows, hasMore, total, lead, notes = [] }: PageOfRows,
): Promise<Result> {
  const views = await toViews(deps, rows);
  const shown = takeFitting(views);
  const left = views.length - shown.length;
  const next = left > 0 || hasMore ? cursorBehindRows(shown.length) : undefined;
  const leftOut =
    left > 0 ? `${memories(left)} of this page did not fit: pass next_cursor to get them.` : undefined;
  return {
    text: [[...notes, lead].join(' '), fence(shown), leftOut, next && `More follow: pass cursor "${next}".`]
      .filter(Boolean)
      .join('\n\n'),
    data: {
      memories: shown,
      ...(total === undefined ? {} : { total }),
      ...(next ? { next_cursor: next } : {}),
      ...(leftOut ? { left_out: leftOut } : {}),
      ...(notes.length > 0 ? { notes: notes.join(' ') } : {}),
    },
  };
}

export interface RankedRows {
  query: string;
  /** One row more than the limit when others follow. */
  rows: readonly ScoredBlock[];
  /** Hits shown before. */
  before: Shown;
  limit: number;
  notes?: readonly string[];
}

/** Ends an explanation of a reduced search, after the sentence with the reason. */
const LESSER_SEARCH = /^(?:Ranked by words alone|Matched as text)\.$/;

/** Splits the note about the whole answer from an explanation. */
function withoutNote(explanation: string | null): { why: string | null; note?: string } {
  const sentences = explanation?.split(/(?<=\.) (?=\p{Lu})/u) ?? [];
  if (!LESSER_SEARCH.test(sentences.at(-1) ?? '')) return { why: explanation };
  return { why: sentences.slice(0, -2).join(' ') || null, note: sentences.slice(-2).join(' ') };
}

/** Rows with their individual explanations, and the sentences common to all. */
export function explain(rows: readonly ScoredBlock[]): { explained: ScoredBlock[]; common: string[] } {
  const parts = rows.map((row) => ({ row, ...withoutNote(row.rank_explanation) }));
  return {
    explained: parts.map(({ row, why }) => ({ ...row, rank_explanation: why })),
    common: [...new Set(parts.flatMap(({ note }) => note ?? []))],
  };
}

/** A page of a ranked search. */
export function rankedResult(
  deps: Naming,
  { query, rows, before, limit, notes = [] }: RankedRows,
): Promise<Result> {
  const { explained, common } = explain(rows.slice(0, limit));
  const asked = shortenQuestion(query);
  return pageResult(deps, {
    rows: explained,
    cursorBehindRows: (shown) => cursorAfter(before, explained.slice(0, shown)),
    hasMore: rows.length > limit,
    lead:
      rows.length === 0
        ? `No memory matches "${asked}". Try other words for the same thing, or another workspace; recall can include archived memories.`
        : `Memories for "${asked}", best first:`,
    notes: [...notes, ...common],
  });
}

/** One memory and a sentence about it. */
export async function memoryResult(deps: Naming, row: MemoryBlock, lead: string): Promise<Result> {
  const [memory] = await toViews(deps, [row]);
  return { text: `${lead}\n\n${fence([memory!])}`, data: { ...memory! } };
}
