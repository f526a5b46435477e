/** Results of the tools that agents use: within a token limit, and the same in text and structure. */
import { z } from 'zod';
import { cursorAfter } from '../model/cursor';
import { countCharacters, toTexts, windowFrom } from '../model/excerpt';
import { fence, fenceRecords } from '../model/fence';
import { CHARACTERS_OF_A_TOKEN, shareSpace } from '../model/fit';
import { type Memory, toView } from '../model/memory';
import { shortenQuestion } from '../model/question';
import { explain, type Naming, type RankedRows } from './memoryResults';
import type { Result } from './tool';

/** Attributes of a memory, and its fenced texts. */
const MemoryRecord = z.looseObject({ id: z.string(), author: z.string(), text: z.string() });

export const recordsOutput = {
  memories: z.array(MemoryRecord),
  next_cursor: z.string().optional(),
  notes: z.string().optional(),
};
export const recordOutput = { ...MemoryRecord.shape, next_offset: z.number().optional() };

/** With fewer characters of text, a memory says too little to be worth its attributes. */
const LEAST_SHOWN = 100;
/** Context before the first match, in characters. */
const BEFORE_A_MATCH = 40;

type Row = RankedRows['rows'][number];

/** Cuts the best passage to the available space. */
function withPassage(row: Row, memory: Memory, most: number): Memory {
  const { passage } = memory;
  if (!passage || passage.text.length <= most) return memory;
  const [start] = row.highlights?.find(({ text }) => text === passage.text)?.matches[0] ?? [0];
  const from = Math.max(0, Math.min(start - BEFORE_A_MATCH, passage.text.length - most));
  return { ...memory, passage: { ...passage, text: passage.text.slice(from, from + most) } };
}

interface Recalled extends RankedRows {
  maxTokens: number;
}

/** A page of a ranked search: as many memories as fit with meaningful text, and as much of each as there is space for. */
export async function recalledResult(
  deps: Naming,
  { query, rows, before, limit, notes = [], maxTokens }: Recalled,
): Promise<Result> {
  const now = Date.now();
  const { explained, common } = explain(rows.slice(0, limit));
  const names = await Promise.all(explained.map((row) => deps.workspaces.loadName(row)));
  const asked = shortenQuestion(query);
  const said = [...notes, ...common];
  const shown = (row: Row, place: number, space: number): Memory => {
    const view = (most: number) =>
      toView(row, { workspace: names[place]!, now, excerpts: windowFrom(0, most) });
    const whole = view(space);
    if (!whole.passage) return whole;
    const most = Math.min(whole.passage.text.length, Math.floor(space / 2));
    return withPassage(row, view(space - most), most);
  };

  function build(count: number, space: number): Result {
    const lengths = explained.slice(0, count).map((row) => countCharacters(toTexts(row)));
    const shares = shareSpace(lengths, space);
    const memories = shares.map((share, place) => shown(explained[place]!, place, share));
    const hasMore = rows.length > count;
    const next = hasMore ? cursorAfter(before, explained.slice(0, count)) : undefined;
    const lead =
      rows.length === 0
        ? `No memory matches "${asked}". Try other words for the same thing, or another workspace; recall can include archived memories.`
        : `Memories for "${asked}", best first:`;
    const { text, data } = fenceMemories(memories);
    return {
      text: [[...said, lead].join(' '), text, next && `More follow: pass cursor "${next}".`]
        .filter(Boolean)
        .join('\n\n'),
      data: {
        ...data,
        ...(next && { next_cursor: next }),
        ...(said.length > 0 && { notes: said.join(' ') }),
      },
    };
  }

  const most = maxTokens * CHARACTERS_OF_A_TOKEN;
  const measureSize = ({ text, data }: Result) => Math.max(text.length, JSON.stringify(data).length);
  const measureBare = (count: number) => measureSize(build(count, 0));
  /** Whether this many memories fit, with at least a little of each. */
  const fits = (count: number) => {
    const characters = explained.slice(0, count).reduce((sum, row) => sum + countCharacters(toTexts(row)), 0);
    return measureBare(count) + Math.min(LEAST_SHOWN * count, characters) <= most;
  };
  let count = Math.min(1, explained.length);
  for (let tooMany = explained.length + 1; tooMany - count > 1;) {
    const middle = Math.floor((count + tooMany) / 2);
    if (fits(middle)) count = middle;
    else tooMany = middle;
  }
  // Escapes and the notice about omissions take some of the space.
  let space = Math.max(most - measureBare(count), LEAST_SHOWN);
  let result = build(count, space);
  for (let over; (over = measureSize(result) - most) > 0 && space > LEAST_SHOWN;) {
    space = Math.max(LEAST_SHOWN, space - over);
    result = build(count, space);
  }
  return result;
}

/** Memories in both forms, under one fence. */
function fenceMemories(memories: readonly Memory[], isWhole = false) {
  const data = fenceRecords(memories, { isWhole });
  const mark = /<memory-([0-9a-f]+)>/.exec(data.notice ?? '')?.[1];
  return { text: fence(memories, { isWhole, ...(mark && { mark }) }), data };
}

/** One memory, read whole. */
export function readResult(memory: Memory, offset: number | undefined): Result {
  const { text, data } = fenceMemories([memory], true);
  const { notice, memories } = data;
  const left = memory.characters_left_out ?? 0;
  return {
    text: offset === undefined ? text : `${text}\n\n${left} characters follow: pass offset ${offset}.`,
    data: { notice, ...memories[0], ...(offset !== undefined && { next_offset: offset }) },
  };
}
